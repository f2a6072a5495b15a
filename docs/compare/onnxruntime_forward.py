"""The forward pass of a model's shape in onnxruntime, to hold `evaluate bench` against.

    pip install onnx onnxruntime numpy
    python docs/compare/onnxruntime_forward.py [ACTIVE_ROWS]

The same arithmetic in f32 with random weights: a sum of table rows, two dense layers, the heads as
one. One thread; evaluations a second, the best of several bursts, without features and softmax.
"""

import sys
import time

import numpy as np
import onnx
import onnxruntime
from onnx import TensorProto, helper, numpy_helper

ROWS, TRUNK, HEADS = 1916, [256, 32, 32], 13
ACTIVE = int(sys.argv[1]) if len(sys.argv) > 1 else 34
BATCHES = [1, 16, 256]
BURST_SECONDS, BURSTS = 0.3, 7


def graph() -> bytes:
    """rows [batch, ACTIVE] -> heads [batch, HEADS]."""
    rng = np.random.default_rng(1)
    weights, nodes = [], []

    def weight(name: str, *shape: int) -> str:
        values = rng.standard_normal(shape, dtype=np.float32) / np.float32(np.sqrt(shape[0]))
        weights.append(numpy_helper.from_array(values, name))
        return name

    nodes.append(helper.make_node("Gather", [weight("table", ROWS, TRUNK[0]), "rows"], ["gathered"], axis=0))
    weights.append(numpy_helper.from_array(np.array([1], dtype=np.int64), "axes"))
    nodes.append(helper.make_node("ReduceSum", ["gathered", "axes"], ["sums"], keepdims=0))
    nodes.append(helper.make_node("Add", ["sums", weight("bias", TRUNK[0])], ["biased"]))
    nodes.append(helper.make_node("Relu", ["biased"], ["x0"]))
    widths = [*TRUNK, HEADS]
    for i, (inputs, outputs) in enumerate(zip(widths, widths[1:])):
        names = [f"x{i}", weight(f"w{i}", inputs, outputs), weight(f"b{i}", outputs)]
        last = i == len(widths) - 2
        nodes.append(helper.make_node("Gemm", names, ["heads" if last else f"y{i}"]))
        if not last:
            nodes.append(helper.make_node("Relu", [f"y{i}"], [f"x{i + 1}"]))
    rows = helper.make_tensor_value_info("rows", TensorProto.INT64, ["batch", ACTIVE])
    heads = helper.make_tensor_value_info("heads", TensorProto.FLOAT, ["batch", HEADS])
    made = helper.make_graph(nodes, "forward", [rows], [heads], weights)
    model = helper.make_model(made, opset_imports=[helper.make_opsetid("", 17)])
    model.ir_version = 9
    onnx.checker.check_model(model)
    return model.SerializeToString()


def main() -> None:
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    session = onnxruntime.InferenceSession(graph(), options, providers=["CPUExecutionProvider"])
    rng = np.random.default_rng(2)
    print(f"onnxruntime {onnxruntime.__version__}, trunk {TRUNK}, {ACTIVE} rows, one thread")
    for batch in BATCHES:
        inputs = {"rows": rng.integers(0, ROWS, (batch, ACTIVE), dtype=np.int64)}
        binding = session.io_binding()
        binding.bind_cpu_input("rows", inputs["rows"])
        binding.bind_output("heads")
        best = 0.0
        for _ in range(BURSTS):
            calls, begun = 0, time.perf_counter()
            while time.perf_counter() - begun < BURST_SECONDS:
                session.run_with_iobinding(binding)
                calls += 1
            best = max(best, calls * batch / (time.perf_counter() - begun))
        print(f"batch {batch:>4}: {best:>12,.0f} evaluations/s")


main()
