/** Finds settings by what people call them: their names, help, choices, other words, and the page they are on. */
import { prepareName, prepareQuery, qualityOf } from "../../ranking/match.ts";
import { type TextKey, t } from "../../text/text.ts";
import type { SettingsPage } from "../page.ts";
import type { Setting } from "../setting.ts";

export interface FoundSetting {
  readonly page: SettingsPage;
  /** Undefined for the page itself. */
  readonly key: string | undefined;
  readonly label: string;
}

interface Findable extends FoundSetting {
  readonly words: string;
}

const MOST_FOUND = 20;

const said = (...keys: readonly (TextKey | undefined)[]): string =>
  keys.flatMap((key) => (key === undefined ? [] : [t(key)])).join(" ");

const choicesOf = ({ control }: Setting): readonly TextKey[] =>
  control.kind === "choice" ? control.options.map(({ label }) => label) : [];

function findableIn(page: SettingsPage): Findable[] {
  const settings = page.groups.flatMap(({ title, settings: each }) =>
    each.map((setting) => ({
      page,
      key: setting.key,
      label: t(setting.label),
      words: said(setting.help, setting.words, title, page.name, ...choicesOf(setting)),
    })),
  );
  const landmarks = (page.landmarks ?? []).map(({ key, label, words }) => ({
    page,
    key,
    label: t(label),
    words: said(words, page.name),
  }));
  return [{ page, key: undefined, label: t(page.name), words: said(page.about) }, ...settings, ...landmarks];
}

/** The best matches first. A match in the name counts more than one in the other words. */
export function findSettings(query: string, pages: readonly SettingsPage[]): readonly FoundSetting[] {
  const wanted = prepareQuery(query);
  if (wanted.words.length === 0) return [];
  const ranked = pages.flatMap(findableIn).flatMap(({ words, ...found }) => {
    const byName = qualityOf(prepareName(found.label), wanted);
    const quality = byName > 0 ? byName + 1 : Math.min(1, qualityOf(prepareName(`${found.label} ${words}`), wanted));
    return quality > 0 ? [{ found, quality }] : [];
  });
  return ranked
    .sort((a, b) => b.quality - a.quality)
    .slice(0, MOST_FOUND)
    .map(({ found }) => found);
}
