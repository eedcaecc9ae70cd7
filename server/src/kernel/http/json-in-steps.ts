/** Serializes large responses: `JSON.stringify` of ten megabytes would block the event loop for a tenth of a second. */
import { Steps } from "../steps.ts";
import { JsonText } from "./json-text.ts";

/** Responses without a longer list or object are serialized at once. */
const LONG = 500;

/** Whether serializing could take long. Long lists in responses are at the top level. */
export function isLong(value: object): boolean {
  for (const each of Object.values(value)) if (isLongValue(each)) return true;
  return false;
}

function isLongValue(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > LONG;
  if (typeof value !== "object" || value === null) return false;
  if (value instanceof JsonText) return true;
  let count = 0;
  for (const _ in value) if (++count > LONG) return true;
  return false;
}

/** Like `JSON.stringify` for plain objects, in steps. */
export async function jsonInSteps(value: object): Promise<string> {
  const steps = new Steps();
  let text = "";
  let separator = "{";
  for (const [name, each] of Object.entries(value)) {
    const written = isLongValue(each) ? await longJson(each, steps) : JSON.stringify(each);
    if (written === undefined) continue;
    text += `${separator}${JSON.stringify(name)}:${written}`;
    separator = ",";
    if (steps.isOver) await steps.pause();
  }
  return separator === "{" ? "{}" : `${text}}`;
}

async function longJson(value: object, steps: Steps): Promise<string> {
  if (value instanceof JsonText) return value.text;
  const isList = Array.isArray(value);
  const parts: string[] = [];
  for (const [name, each] of isList ? value.entries() : Object.entries(value)) {
    const written = JSON.stringify(each) as string | undefined;
    if (isList) parts.push(written ?? "null");
    else if (written !== undefined) parts.push(`${JSON.stringify(name)}:${written}`);
    if (steps.isOver) await steps.pause();
  }
  return isList ? `[${parts.join()}]` : `{${parts.join()}}`;
}
