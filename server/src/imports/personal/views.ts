/** Views of people's sidebars, with the ids that channels and people have here. */
import type { App } from "../../kernel/context.ts";
import { limitOf } from "../../kernel/limits/room.ts";
import { addNavigationView, isBuiltIn } from "../../personal/navigation-views/contract.ts";
import type { ViewRow } from "../../personal/navigation-views/store.ts";
import { fragmentHere } from "../fragments.ts";
import { accepted, type FoundChannels, type FoundPeople } from "../organization/parts.ts";
import type { PersonalRecord } from "../records.ts";
import { type Leave, REFUSED, SETTINGS, upTo } from "./reasons.ts";

interface ViewSurroundings {
  readonly app: App;
  readonly people: FoundPeople;
  readonly channels: FoundChannels;
}

export function viewsFrom({ app, people, channels }: ViewSurroundings, record: PersonalRecord, leave: Leave) {
  const ids = { get: (kind: string, id: number) => (kind === "channel" ? channels : people).get(String(id))?.id };
  const { fragment: fragmentField, name: nameField } = addNavigationView.params;
  const taken = { fragments: new Set<string>(), names: new Set<string>() };
  const found: ViewRow[] = [];
  for (const { fragment: written, name: given, isPinned } of record.views ?? []) {
    const local = fragmentHere(ids, written.toWellFormed());
    if (local === undefined) {
      leave(SETTINGS, "it shows a channel or a person that is not here");
      continue;
    }
    const fragment = accepted(fragmentField, local);
    const name = accepted(nameField, given?.toWellFormed() ?? null);
    const isFit = fragment !== undefined && name !== undefined && isBuiltIn(fragment) === (name === null);
    if (!isFit || taken.fragments.has(fragment) || (name !== null && taken.names.has(name))) {
      leave(SETTINGS, REFUSED);
      continue;
    }
    taken.fragments.add(fragment);
    if (name !== null) taken.names.add(name);
    found.push({ fragment, name, is_pinned: isPinned });
  }
  return upTo(limitOf(app, "navigation_views"), found, leave);
}
