#!/usr/bin/env python3
"""A Muster executor in Python: serves functions such as python:math.sqrt, one call at a time.

    python3 executor.py SOCKET SECRET-FILE

A function takes the argument as text and returns what becomes the result, as text.
docs/executors.md describes the frames.
"""
import importlib, socket, struct, sys

HELLO, CALL, RESULT, ERROR, CANCEL, BYE = range(6)
THREW, NOT_FOUND = 0, 1
VERSION, SLOTS = 1, 1

def read(node, count):
    data = b""
    while len(data) < count:
        more = node.recv(count - len(data))
        if not more:
            sys.exit("the node is gone")
        data += more
    return data

def receive(node):
    length, kind, call = struct.unpack(">iBq", read(node, 13))
    return kind, call, read(node, length - 9)

def send(node, kind, call, body):
    node.sendall(struct.pack(">iBq", 9 + len(body), kind, call) + body)

def text(value):
    return struct.pack(">H", len(value.encode())) + value.encode()

def answer(body):
    length, = struct.unpack(">H", body[:2])
    name, argument = body[2:2 + length].decode(), body[2 + length:].decode()
    try:
        module, function = name.removeprefix("python:").rsplit(".", 1)
        function = getattr(importlib.import_module(module), function)
    except (AttributeError, ImportError, ValueError) as absent:
        return ERROR, struct.pack(">qB", 0, NOT_FOUND) + str(absent).encode()
    try:
        return RESULT, struct.pack(">q", 0) + str(function(argument)).encode()
    except Exception as thrown:
        return ERROR, struct.pack(">qB", 0, THREW) + repr(thrown).encode()

node = socket.socket(socket.AF_UNIX)
node.connect(sys.argv[1])
secret = open(sys.argv[2]).read()
send(node, HELLO, 0, struct.pack(">ii", VERSION, SLOTS) + text("python") + text(secret))
while True:
    kind, call, body = receive(node)
    if kind == CALL:
        kind, body = answer(body)
        send(node, kind, call, body)
    elif kind == BYE:
        sys.exit(body.decode())
