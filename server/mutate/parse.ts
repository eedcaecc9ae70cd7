/** Parses source files. */
import { type ESTree, parseSync } from "rolldown/utils";

export type Node = ESTree.Node;

export function parse(file: string, source: string): ESTree.Program {
  const { program, errors } = parseSync(file, source, { lang: "ts" });
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`);
  return program;
}

/** Visits each node, outer nodes first, with its ancestors, the nearest last. */
export function walk(node: Node, visit: (node: Node, around: readonly Node[]) => void, around: Node[] = []): void {
  visit(node, around);
  around.push(node);
  for (const value of Object.values(node))
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) walk(child, visit, around);
  around.pop();
}

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && typeof (value as { type?: unknown }).type === "string";
