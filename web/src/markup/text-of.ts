/** What rendered HTML says, without what it looks like. */
const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'", nbsp: "\u00a0" };

export const textOf = (html: string): string =>
  html
    .replace(/<(?:br\s*\/?|\/p|\/li|\/div)>/g, "\n")
    .replace(/<[^>]*>/g, "")
    .replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name: string) => ENTITIES[name] ?? "")
    .trim();
