import type { TemplateFile } from "@dailies/contract";
import { FIVE_GRADES } from "./starter-scales.ts";

type Modality = TemplateFile["items"][number]["applies_to"][number];

const grade = (section: string, appliesTo: Modality[] = []) => {
  return (key: string, name: string, description: string, weight = 1) => ({
    key,
    name,
    description,
    weight,
    section,
    field: FIVE_GRADES,
    applies_to: appliesTo,
    tags: ["rating", "vbench names"],
  });
};

const ofClip = grade("The clip itself");
const ofPrompt = grade("Against the prompt", ["t2v"]);

/** The sixteen VBench dimensions under their published names; the wording of the questions is our own. */
export const SIXTEEN = {
  template: {
    name: "Sixteen VBench dimensions",
    mode: "rating" as const,
    instructions:
      "Rate one clip by sixteen questions, each by itself. Answers of people: they are no substitute for the scores of that benchmark.",
  },
  items: [
    ofClip("subject_consistency", "Subject Consistency", "Does the main subject look the same from beginning to end?"),
    ofClip(
      "background_consistency",
      "Background Consistency",
      "Does the place stay the same place, without parts that come, go or change?",
    ),
    ofClip(
      "temporal_flickering",
      "Temporal Flickering",
      "Is the picture steady where nothing should change? 5 means no flicker at all.",
    ),
    ofClip("motion_smoothness", "Motion Smoothness", "Does everything move evenly, without stutter and jumps?"),
    ofClip(
      "dynamic_degree",
      "Dynamic Degree",
      "How much happens? 1 is nearly a still picture, 5 is full of motion.",
      0.5,
    ),
    ofClip("aesthetic_quality", "Aesthetic Quality", "Is it beautiful: composition, colour, light?"),
    ofClip(
      "imaging_quality",
      "Imaging Quality",
      "Is it technically clean: sharp, well exposed, without noise and blocks?",
    ),
    ofPrompt("object_class", "Object Class", "Is the thing that the prompt names there, and to be recognised as such?"),
    ofPrompt(
      "multiple_objects",
      "Multiple Objects",
      "Are all the things that the prompt names there at the same time?",
    ),
    ofPrompt("human_action", "Human Action", "Does the person do what the prompt says?"),
    ofPrompt("color", "Color", "Do the things have the colours that the prompt gives them?"),
    ofPrompt("spatial_relationship", "Spatial Relationship", "Do the things stand to each other as the prompt says?"),
    ofPrompt("scene", "Scene", "Is it the place that the prompt describes?"),
    ofPrompt("appearance_style", "Appearance Style", "Does the look match the style that the prompt asks for?"),
    ofPrompt("temporal_style", "Temporal Style", "Do the camera and the pace match what the prompt asks for?"),
    ofPrompt("overall_consistency", "Overall Consistency", "All in all, does the clip show what the prompt says?"),
  ],
};
