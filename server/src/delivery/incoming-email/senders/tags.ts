/** The lists of tags that DKIM and DMARC are written in: `v=DKIM1; k=rsa; p=…`. Undefined if a name is given twice (RFC 6376, 3.2). */
export function tagsIn(text: string): ReadonlyMap<string, string> | undefined {
  const tags = new Map<string, string>();
  for (const part of text.split(";")) {
    const [, name, value = ""] = /^\s*([a-z][\w]*)\s*=([\s\S]*)$/i.exec(part) ?? [];
    if (name === undefined) {
      if (part.trim() !== "") return undefined;
      continue;
    }
    if (tags.has(name)) return undefined;
    tags.set(name, value.trim());
  }
  return tags;
}

export const withoutSpace = (value: string): string => value.replace(/\s+/g, "");
