/** Which integrations a search finds, by their categories. */
import type { TextKey } from "../../text/text.ts";
import type { Integration } from "./useCatalogue.ts";

/** The server's names of categories, in its order. */
const CATEGORY_NAMES: Readonly<Record<string, TextKey>> = {
  general: "integrations.general",
  development: "integrations.development",
  projects: "integrations.projects",
  monitoring: "integrations.monitoring",
  "support and business": "integrations.business",
  automation: "integrations.automation",
};

export const categoryName = (category: string): TextKey => CATEGORY_NAMES[category] ?? "integrations.general";

type Listed = Pick<Integration, "name" | "display_name" | "about" | "category">;

/** Every word stands in the name or the sentence about it. */
export function foundByCategory<I extends Listed>(
  integrations: readonly I[],
  query: string,
): readonly (readonly [category: string, found: readonly I[]])[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const found = integrations.filter(({ name, display_name, about }) => {
    const text = `${name} ${display_name} ${about}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  return [...Map.groupBy(found, ({ category }) => category)];
}
