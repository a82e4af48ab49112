"""Reads the recorded export of labels with Label Studio's own SDK: validates every task and converts the file.

    python -m venv venv && venv/bin/pip install label-studio-sdk==2.1.2
    venv/bin/python proofs/formats/read_label_studio.py proofs/formats/label-studio.json

The SDK brings OpenCV and pandas, so that it is installed by hand. A test of the server compares what it writes with the
recorded file.
"""

import json
import pathlib
import sys
import tempfile

from label_studio_sdk.converter import Converter
from label_studio_sdk.label_interface import LabelInterface

CONFIG = """
<View>
  <Video name="video" value="$video" frameRate="$fps"/>
  <Choices name="decision" toName="video"><Choice value="keep"/><Choice value="drop"/></Choices>
  <Rating name="quality" toName="video"/>
  <Number name="speed" toName="video"/>
  <Choices name="sharp" toName="video"><Choice value="true"/><Choice value="false"/></Choices>
  <Choices name="faults" toName="video" choice="multiple"><Choice value="blur"/><Choice value="text"/></Choices>
  <TextArea name="notes" toName="video"/>
  <TextArea name="camera" toName="video"/>
  <TextArea name="caption" toName="video"/>
  <TimelineLabels name="acts" toName="video"><Label value="run"/><Label value="jump"/></TimelineLabels>
</View>
"""


def check(is_true, words):
    if not is_true:
        sys.exit(f"FAILED: {words}")


def main(path):
    tasks = json.loads(pathlib.Path(path).read_text())
    interface = LabelInterface(CONFIG)
    interface.validate()
    results = 0
    for task in tasks:
        for annotation in task["annotations"]:
            faults = interface._validate_object(annotation, return_errors=True)
            check(not faults, f"annotation {annotation['id']}: {faults}")
            for region in annotation["result"]:
                check(interface.validate_region(region), f"result {region['id']}")
                results += 1
        # The SDK's own check of a whole task calls its check of annotations without one.
        check(interface.validate_task({"data": task["data"]}), f"task {task['id']}")
    with tempfile.TemporaryDirectory() as folder:
        Converter(CONFIG, project_dir=None).convert(path, folder, "JSON_MIN", is_dir=False)
        converted = json.loads(next(pathlib.Path(folder).rglob("*.json")).read_text())
    annotations = [annotation for task in tasks for annotation in task["annotations"]]
    check(len(converted) == len(annotations), "the converter lost annotations")
    first = converted[0]
    check(first["decision"] == "keep" and first["annotator"] == "ada", f"values: {first}")
    check(first["quality"] == [{"rating": 4}] and first["speed"] == [{"number": 1.5}], f"values: {first}")
    check(first["faults"] == {"choices": ["blur", "text"]} and first["caption"] == "A car passes.", f"values: {first}")
    check([each["ranges"] for each in first["acts"]] == [[{"start": 1, "end": 24}], [{"start": 25, "end": 25}]], "frames")
    print(f"{len(tasks)} tasks, {len(annotations)} annotations and {results} results are read by label-studio-sdk")


main(sys.argv[1])
