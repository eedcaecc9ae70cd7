/**
 * The labels of settings by their keys, for what names a setting elsewhere. A page that is loaded later must not import the
 * list of pages: it would be cut into parts that each page then loads.
 */
import type { TextKey } from "../text/text.ts";
import type { SettingsPage } from "./page.ts";

const labels = new Map<string, TextKey>();

export function learnLabels(pages: readonly SettingsPage[]): void {
  for (const { groups } of pages)
    for (const { settings } of groups) for (const { key, label } of settings) labels.set(key, label);
}

export const labelOf = (key: string): TextKey | undefined => labels.get(key);
