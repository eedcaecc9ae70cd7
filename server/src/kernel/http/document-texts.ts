/** The texts of the OpenAPI document and the API page that are not in the contract. Read when they are first used. */
import { readFileSync } from "node:fs";
import type { DocumentTexts } from "./openapi.ts";

export function documentTexts(): DocumentTexts {
  const read = (file: string) => JSON.parse(readFileSync(new URL(file, import.meta.url), "utf8"));
  return {
    notes: read("../pages/parameter-notes.json"),
    answers: read("../pages/example-answers.json"),
  };
}
