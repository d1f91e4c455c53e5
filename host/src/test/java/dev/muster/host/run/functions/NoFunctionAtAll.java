package dev.muster.host.run.functions;

/** Nothing that could be called. */
public final class NoFunctionAtAll {}
