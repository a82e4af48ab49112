"""Import this before `streaming` or `wids`, which import torch although what we use of them does not need it."""

import os
import sys
import types


class Stub(types.ModuleType):
    """Replaces a large library."""

    __path__ = []

    def __getattr__(self, name):
        return type(name, (), {"__class_getitem__": classmethod(lambda cls, item: cls)})


class StubFinder:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in ("torch", "torchvision", "transformers", "matplotlib"):
            from importlib.machinery import ModuleSpec

            return ModuleSpec(name, self, is_package=True)
        return None

    def create_module(self, spec):
        return Stub(spec.name)

    def exec_module(self, module):
        pass


sys.meta_path.insert(0, StubFinder())
# Otherwise webdataset would ask torch which worker this is.
os.environ.update(RANK="0", WORLD_SIZE="1", WORKER="0", NUM_WORKERS="1")
