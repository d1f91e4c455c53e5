package dev.muster.process.functions;

/** Nothing that could be called. */
public final class NoFunctionAtAll {}
