/**
 * What a person has written and not sent: drafts, snippets, scheduled messages; what they want to be reminded of, and the views of
 * their sidebar.
 */
import { fragmentHere } from "../imports/fragments.ts";
import { type Fields, listOf, numberOrNothing, objectsIn, textIn, textOrNothing } from "../imports/json.ts";
import { type LocalNames, skipped } from "../imports/records.ts";
import { withLocalIds } from "../imports/zulip/markdown.ts";
import { seconds } from "../kernel/clock.ts";
import { createDrafts, deleteDraft } from "../personal/drafts/contract.ts";
import { addNavigationView, removeNavigationView } from "../personal/navigation-views/contract.ts";
import { createReminder, deleteReminder } from "../personal/reminders/contract.ts";
import { createSavedSnippet, deleteSavedSnippet } from "../personal/saved-snippets/contract.ts";
import { createScheduledMessage, deleteScheduledMessage } from "../personal/scheduled-messages/contract.ts";
import type { Difference } from "./difference.ts";
import { MAX_PERSONAL } from "./limits.ts";
import { noteIn } from "./reminder-notes.ts";
import type { Sides } from "./sides.ts";

/** One kind of them: what tells two apart, and how one is made and deleted here. */
interface OwnTexts {
  readonly field: string;
  readonly what: string;
  /** As it should be here; undefined if it cannot be. */
  wanted(sides: Sides, fields: Fields): Fields | undefined;
  /** What is here, in those fields. */
  current(fields: Fields): Fields;
  create(sides: Sides, fields: Fields): Promise<unknown>;
  remove(sides: Sides, fields: Fields): Promise<unknown>;
}

export function ownTextDifferences(sides: Sides): Difference[] {
  // Whoever has no account here yet has nothing here either.
  if (sides.local.ownId !== sides.ids.get("person", sides.remote.ownId)) return [];
  return KINDS.flatMap((kind) => differencesOf(kind, sides));
}

function differencesOf(kind: OwnTexts, sides: Sides): Difference[] {
  const says = `${sides.local.people.get(sides.as)?.name ?? sides.as}: the ${kind.what} differ.`;
  const left = new Map<string, Fields[]>();
  for (const each of listed(sides.local.fields[kind.field])) {
    const key = JSON.stringify(kind.current(each));
    left.set(key, [...(left.get(key) ?? []), each]);
  }
  const missing = listed(sides.remote.fields[kind.field]).flatMap((each) => {
    const wanted = kind.wanted(sides, each);
    return wanted === undefined || left.get(JSON.stringify(wanted))?.pop() ? [] : [wanted];
  });
  return [
    ...[...left.values()].flat().map((each) => ({ says, mend: async () => void (await kind.remove(sides, each)) })),
    ...missing.map((each) => ({ says, mend: async () => void (await kind.create(sides, each)) })),
  ];
}

const listed = (value: unknown): readonly Fields[] => objectsIn(value).slice(0, MAX_PERSONAL);

function textHere({ ids, local }: Sides, text: string): string {
  const names: LocalNames = {
    person: (id) => {
      const own = local.people.get(ids.get("person", Number(id)) ?? 0);
      return own && { id: own.id, full_name: own.name };
    },
    channel: (id) => local.channels.get(ids.get("channel", Number(id)) ?? 0)?.name,
    channelId: (id) => ids.get("channel", Number(id)),
  };
  return withLocalIds(text, names).toWellFormed().replaceAll("\0", "").trim();
}

const numbers = (value: unknown): number[] =>
  (typeof value === "number" ? [value] : listOf(value)).flatMap((each) => numberOrNothing(each) ?? []);

/** Whom it is for, here; undefined if one of them is not here. */
function addressees({ ids }: Sides, isChannel: boolean, to: readonly number[]): number[] | undefined {
  const found = to.map((id) => ids.get(isChannel ? "channel" : "person", id));
  return found.includes(undefined) ? undefined : (found as number[]).sort((a, b) => a - b);
}

const DRAFTS: OwnTexts = {
  field: "drafts",
  what: "drafts",
  wanted(sides, fields) {
    const isChannel = fields.type === "stream";
    const to = addressees(sides, isChannel, numbers(fields.to));
    const content = textHere(sides, textIn(fields.content));
    return to && content !== "" ? { ...draftIn(fields), to, content } : undefined;
  },
  current: (fields) => draftIn(fields),
  create: ({ server, as }, draft) => server.call(as, createDrafts, { drafts: [draft as never] }),
  remove: ({ server, as }, { id }) => server.call(as, deleteDraft, { draft_id: id as number }),
};

const draftIn = ({ type, to, topic, content, timestamp }: Fields): Fields => ({
  type: textIn(type),
  to: numbers(to).sort((a, b) => a - b),
  topic: type === "stream" ? textIn(topic) : "",
  content: textIn(content).trim(),
  timestamp: Math.floor(numberOrNothing(timestamp) ?? 0),
});

const SNIPPETS: OwnTexts = {
  field: "saved_snippets",
  what: "saved snippets",
  wanted: (sides, { title, content }) => ({ title: textIn(title).trim(), content: textHere(sides, textIn(content)) }),
  current: ({ title, content }) => ({ title, content }),
  create: ({ server, as }, snippet) => server.call(as, createSavedSnippet, snippet as never),
  remove: ({ server, as }, { id }) => server.call(as, deleteSavedSnippet, { saved_snippet_id: id as number }),
};

const isAhead = ({ server }: Sides, fields: Fields): boolean =>
  fields.failed !== true && (numberOrNothing(fields.scheduled_delivery_timestamp) ?? 0) > seconds(server.app.clock);

const SCHEDULED: OwnTexts = {
  field: "scheduled_messages",
  what: "scheduled messages",
  wanted(sides, fields) {
    const to = addressees(sides, fields.type === "stream", numbers(fields.to));
    if (!to || !isAhead(sides, fields)) return undefined;
    return { ...scheduledIn(fields), to, content: textHere(sides, textIn(fields.content)) };
  },
  current: (fields) => scheduledIn(fields),
  create: ({ server, as }, { to, ...message }) => {
    const people = to as number[];
    const isChannel = message.type === "stream";
    return server.call(as, createScheduledMessage, {
      ...message,
      // Nobody else: a note to oneself.
      to: isChannel ? people[0] : people.length === 0 ? [as] : people,
    } as never);
  },
  remove: ({ server, as }, { scheduled_message_id }) =>
    server.call(as, deleteScheduledMessage, { scheduled_message_id: scheduled_message_id as number }),
};

const scheduledIn = ({ type, to, topic, content, scheduled_delivery_timestamp }: Fields): Fields => ({
  type: textIn(type),
  to: numbers(to).sort((a, b) => a - b),
  ...(type === "stream" ? { topic: textIn(topic) } : {}),
  content: textIn(content).trim(),
  scheduled_delivery_timestamp,
});

const REMINDERS: OwnTexts = {
  field: "reminders",
  what: "reminders",
  wanted(sides, fields) {
    const reminder = reminderIn(fields);
    return isAhead(sides, fields) ? { ...reminder, note: textHere(sides, reminder.note) } : undefined;
  },
  current: (fields) => reminderIn(fields),
  create: ({ server, as }, reminder) => server.call(as, createReminder, reminder as never),
  remove: ({ server, as }, { reminder_id }) => server.call(as, deleteReminder, { reminder_id: reminder_id as number }),
};

const reminderIn = ({ reminder_target_message_id, scheduled_delivery_timestamp, content }: Fields) => ({
  message_id: reminder_target_message_id,
  scheduled_delivery_timestamp,
  note: noteIn(textIn(content), reminder_target_message_id).trim(),
});

const VIEWS: OwnTexts = {
  field: "navigation_views",
  what: "navigation views",
  wanted({ ids, leaveOut }, fields) {
    const view = viewIn(fields);
    const fragment = fragmentHere(ids, view.fragment);
    if (fragment === undefined)
      leaveOut(skipped("navigation views", "they show a channel or a person that is not here", view.fragment));
    return fragment === undefined ? undefined : { ...view, fragment };
  },
  current: (fields) => viewIn(fields),
  create: ({ server, as }, view) => server.call(as, addNavigationView, view as never),
  remove: ({ server, as }, { fragment }) => server.call(as, removeNavigationView, { fragment: fragment as string }),
};

/** Built-in views have no name. */
const viewIn = ({ fragment, is_pinned, name }: Fields) => ({
  fragment: textIn(fragment).trim(),
  is_pinned: is_pinned === true,
  name: textOrNothing(name)?.trim() ?? null,
});

const KINDS: readonly OwnTexts[] = [DRAFTS, SNIPPETS, SCHEDULED, REMINDERS, VIEWS];
