/** Where the source can be switched: the body of the nearest function, or the value of a declaration. */
import { type Node, parse, walk } from "./parse.ts";

export interface Switchable {
  readonly start: number;
  readonly end: number;
  readonly isBlock: boolean;
}

export function switchableAround(file: string, source: string, start: number, end: number): Switchable {
  let nearest: Switchable | undefined;
  const offer = ({ start: from, end: to, type }: Node) => {
    if (from <= start && to >= end) nearest = { start: from, end: to, isBlock: type === "BlockStatement" };
  };
  walk(parse(file, source), (node) => {
    if (node.type === "VariableDeclarator" && node.init && !isInFunction(nearest)) offer(node.init);
    if (node.type === "PropertyDefinition" && node.value) offer(node.value);
    if ("body" in node && "params" in node && node.body && !Array.isArray(node.body)) offer(node.body as Node);
  });
  if (!nearest) throw new Error(`${file}: nothing around "${source.slice(start, end)}" can be switched.`);
  return nearest;
}

/** A declaration inside a function is switched with the function. */
const isInFunction = (nearest: Switchable | undefined) => nearest?.isBlock === true;
