/** Whether an element is alone on its line, so that it may be drawn as a block. */
export function isAloneOnLine(element: Element): boolean {
  const parent = element.parentElement;
  return parent?.localName === "p" && endsAt(element, "previousSibling") && endsAt(element, "nextSibling");
}

function endsAt(element: Element, direction: "previousSibling" | "nextSibling"): boolean {
  for (let node = element[direction]; node !== null; node = node[direction]) {
    if (node instanceof Element) return node.localName === "br";
    if (node instanceof Text && node.data.trim() !== "") return false;
  }
  return true;
}
