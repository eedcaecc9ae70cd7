/**
 * What a person has written and not sent: drafts, snippets, scheduled messages; what they want to be reminded of, and the views of
 * their sidebar.
 */
import { fragmentHere } from "../imports/fragments.ts";
import { type Fields, listOf, numberOrNothing, objectsIn, textIn, textOrNothing } from "../imports/json.ts";
import type { LocalNames } from "../imports/records.ts";
import { skipped } from "../imports/skipped.ts";
import { seconds } from "../kernel/clock.ts";
import { createDrafts, deleteDraft } from "../personal/drafts/contract.ts";
import { addNavigationView, removeNavigationView } from "../personal/navigation-views/contract.ts";
import { createReminder, deleteReminder } from "../personal/reminders/contract.ts";
import { createSavedSnippet, deleteSavedSnippet } from "../personal/saved-snippets/contract.ts";
import { createScheduledMessage, deleteScheduledMessage } from "../personal/scheduled-messages/contract.ts";
import type { Difference } from "./difference.ts";
import { KnownFiles, uploadsIn } from "./files.ts";
import { MAX_PERSONAL } from "./limits.ts";
import { noteIn } from "./reminder-notes.ts";
import type { Sides } from "./sides.ts";
import { textHere as messageHere } from "./translate.ts";

/** One kind of them: what tells two apart, and how one is made and deleted here. */
interface OwnTexts {
  readonly field: string;
  readonly what: string;
  /** The field that may link to files; undefined if none may. */
  readonly linking: "content" | "note" | undefined;
  /** As it should be here, but for the addresses of files; undefined if it cannot be. */
  wanted(sides: Sides, fields: Fields): Fields | undefined;
  /** What is here, in those fields. */
  current(fields: Fields): Fields;
  create(sides: Sides, fields: Fields): Promise<unknown>;
  remove(sides: Sides, fields: Fields): Promise<unknown>;
}

/** Those of one kind that should be here. */
export interface WantedTexts {
  readonly kind: OwnTexts;
  readonly texts: readonly Fields[];
  /** What they link to: paths of the other server. */
  readonly uploads: readonly string[];
}

export function wantedTexts(sides: Sides): WantedTexts[] {
  // Whoever has no account here yet has nothing here either.
  if (sides.local.ownId !== sides.ids.get("person", sides.remote.ownId)) return [];
  return KINDS.map((kind) => {
    const there = listed(sides.remote.fields[kind.field]);
    const texts = there.map((each) => kind.wanted(sides, each)).filter((each) => each !== undefined);
    const { linking } = kind;
    const uploads = linking === undefined ? [] : texts.flatMap((each) => uploadsIn(textIn(each[linking])));
    return { kind, texts, uploads: [...new Set(uploads)] };
  });
}

export async function ownTextDifferences(sides: Sides): Promise<Difference[]> {
  const wanted = wantedTexts(sides);
  const uploads = wanted.flatMap((each) => each.uploads);
  const { server, ids } = sides;
  const files = await KnownFiles.among(server.app.database.reader, ids.origin, [...new Set(uploads)]);
  return wanted.flatMap((each) => differencesOf(each, files, sides));
}

export const writerOf = ({ local, as }: Sides): string => local.people.get(as)?.name ?? String(as);

function differencesOf({ kind, texts }: WantedTexts, files: KnownFiles, sides: Sides): Difference[] {
  const says = `${writerOf(sides)}: the ${kind.what} differ.`;
  const left = new Map<string, Fields[]>();
  for (const each of listed(sides.local.fields[kind.field])) {
    const key = JSON.stringify(kind.current(each));
    left.set(key, [...(left.get(key) ?? []), each]);
  }
  const missing = texts
    .map((each) => withFilesHere(kind, each, files))
    .filter((each) => !left.get(JSON.stringify(each))?.pop());
  return [
    ...[...left.values()].flat().map((each) => ({ says, mend: async () => void (await kind.remove(sides, each)) })),
    ...missing.map((each) => ({ says, mend: async () => void (await kind.create(sides, each)) })),
  ];
}

const listed = (value: unknown): readonly Fields[] => objectsIn(value).slice(0, MAX_PERSONAL);

const withFilesHere = ({ linking }: OwnTexts, text: Fields, files: KnownFiles): Fields =>
  linking === undefined ? text : { ...text, [linking]: files.inText(textIn(text[linking])) };

function textHere({ ids, local, address }: Sides, text: string): string {
  const names: LocalNames = {
    person: (id) => {
      const own = local.people.get(ids.get("person", Number(id)) ?? 0);
      return own && { id: own.id, full_name: own.name };
    },
    channel: (id) => local.channels.get(ids.get("channel", Number(id)) ?? 0)?.name,
    channelId: (id) => ids.get("channel", Number(id)),
  };
  return messageHere({ names, address }, text).trim();
}

const numbers = (value: unknown): number[] =>
  (typeof value === "number" ? [value] : listOf(value)).flatMap((each) => numberOrNothing(each) ?? []);

/** Whom it is for, here; undefined if one of them is not here, or the person cannot write to the channel. */
function addressees(sides: Sides, isChannel: boolean, to: readonly number[]): number[] | undefined {
  const found = to.map((id) => sides.ids.get(isChannel ? "channel" : "person", id));
  const isOpen = (id: number | undefined): id is number => id !== undefined && (!isChannel || isOpenChannel(sides, id));
  return found.every(isOpen) ? found.sort((a, b) => a - b) : undefined;
}

function isOpenChannel({ local }: Sides, id: number): boolean {
  const channel = local.channels.get(id);
  return channel !== undefined && !channel.isArchived && (!channel.isPrivate || channel.own !== undefined);
}

/** Says what of the person cannot be as it is there, once for each. */
function leave(sides: Sides, what: string, reason: string, id: unknown): void {
  sides.leaveOut(skipped(what, reason, writerOf(sides)), `${sides.as} ${id}`);
}

const NOBODY_HERE = "they are for somebody who is not here, or a channel where the person cannot write";

const DRAFTS: OwnTexts = {
  field: "drafts",
  what: "drafts",
  linking: "content",
  wanted(sides, fields) {
    const content = textHere(sides, textIn(fields.content));
    if (content === "") return undefined;
    const to = addressees(sides, fields.type === "stream", numbers(fields.to));
    if (to) return { ...draftIn(fields), to, content };
    leave(sides, "addresses of drafts", NOBODY_HERE, fields.id);
    return { ...draftIn({ ...fields, type: "", to: [] }), content };
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
  linking: "content",
  wanted: (sides, { title, content }) => ({ title: textIn(title).trim(), content: textHere(sides, textIn(content)) }),
  current: ({ title, content }) => ({ title, content }),
  create: ({ server, as }, snippet) => server.call(as, createSavedSnippet, snippet as never),
  remove: ({ server, as }, { id }) => server.call(as, deleteSavedSnippet, { saved_snippet_id: id as number }),
};

/** What is due is sent there, unless that has failed. */
function isAhead(sides: Sides, what: string, fields: Fields): boolean {
  if (fields.failed === true)
    leave(sides, what, "they could not be sent there", fields.scheduled_message_id ?? fields.reminder_id);
  const at = numberOrNothing(fields.scheduled_delivery_timestamp) ?? 0;
  return fields.failed !== true && at > seconds(sides.server.app.clock);
}

const SCHEDULED: OwnTexts = {
  field: "scheduled_messages",
  what: "scheduled messages",
  linking: "content",
  wanted(sides, fields) {
    if (!isAhead(sides, "scheduled messages", fields)) return undefined;
    const to = addressees(sides, fields.type === "stream", numbers(fields.to));
    if (!to) leave(sides, "scheduled messages", NOBODY_HERE, fields.scheduled_message_id);
    return to && { ...scheduledIn(fields), to, content: textHere(sides, textIn(fields.content)) };
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
  linking: "note",
  wanted(sides, fields) {
    const reminder = reminderIn(fields);
    return isAhead(sides, "reminders", fields) ? { ...reminder, note: textHere(sides, reminder.note) } : undefined;
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
  linking: undefined,
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
