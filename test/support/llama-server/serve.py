"""llama.cpp's own server with one model; prints its address, and ends when standard input is closed.

Arguments: the GGUF file, tokens of context, tokens that are read at once.
"""

import sys
import os

import xllamacpp

model, context, batch = sys.argv[1:]
params = xllamacpp.CommonParams()
params.model.path = model
params.model_alias = {"real"}
params.n_ctx = int(context)
params.n_batch = int(batch)
params.n_ubatch = int(batch)
params.n_parallel = 1
params.hostnames = ["127.0.0.1"]
params.port = 0
params.use_jinja = True
params.warmup = False
# Threads wait for each other in loops: on a machine that does other work besides, one is many times as fast as two.
params.cpuparams.n_threads = 1
params.cpuparams_batch.n_threads = 1
server = xllamacpp.Server(params)
print(f"address {server.listening_address}", flush=True)
sys.stdin.read()
os._exit(0)
