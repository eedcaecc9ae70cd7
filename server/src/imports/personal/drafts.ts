/** Drafts of an archive, each checked as when its author saves it here. */
import { ApiError } from "../../kernel/api/index.ts";
import type { App, Context, OpenContext } from "../../kernel/context.ts";
import { limitOf } from "../../kernel/limits/room.ts";
import { keepsDrafts } from "../../personal/drafts/actions.ts";
import { checkedDrafts } from "../../personal/drafts/check.ts";
import { createDrafts, type SentDraft } from "../../personal/drafts/contract.ts";
import type { DraftContents } from "../../personal/drafts/store.ts";
import { topicFrom } from "../names.ts";
import { accepted, type FoundChannels, type FoundPeople } from "../organization/parts.ts";
import type { DraftRecord, PersonalRecord } from "../records.ts";
import { type Leave, NO_CHANNEL, NO_PERSON, REFUSED, SETTINGS, TOO_MANY, upTo } from "./reasons.ts";

interface DraftSurroundings {
  readonly app: App;
  readonly people: FoundPeople;
  readonly channels: FoundChannels;
}

/** As far as it can be known without asking what the author may do. */
export function draftsOf(around: DraftSurroundings, { drafts = [] }: PersonalRecord, leave: Leave): SentDraft[] {
  const { app } = around;
  let room = limitOf(app, "draft_characters");
  const found = drafts.flatMap((each) => {
    const address = addressOf(around, each);
    if (typeof address === "string") return leave(SETTINGS, address) ?? [];
    const written = { ...address, content: each.content.toWellFormed(), timestamp: each.editedAt };
    const [draft] = accepted(createDrafts.params.drafts, [written]) ?? [];
    if (!draft) return leave(SETTINGS, REFUSED) ?? [];
    if (draft.content.length > room) return leave(SETTINGS, TOO_MANY) ?? [];
    room -= draft.content.length;
    return [draft];
  });
  return upTo(limitOf(app, "drafts"), found, leave);
}

function addressOf({ people, channels }: DraftSurroundings, { to }: DraftRecord): Omit<SentDraft, "content"> | string {
  if (!to) return { type: "", to: [], topic: "" };
  if ("channel" in to) {
    const channel = channels.get(to.channel);
    return channel ? { type: "stream", to: [channel.id], topic: topicFrom(to.topic) } : NO_CHANNEL;
  }
  const ids = to.people.flatMap((id) => people.get(id)?.id ?? []);
  return ids.length < to.people.length ? NO_PERSON : { type: "private", to: ids, topic: "" };
}

interface CheckedDrafts {
  readonly drafts: readonly SentDraft[];
  readonly contents: readonly DraftContents[];
}

/** Those that the author could save here. */
export async function savableDrafts(
  ctx: OpenContext,
  user: Context["user"],
  drafts: readonly SentDraft[],
  leave: Leave,
): Promise<CheckedDrafts> {
  if (!keepsDrafts(user)) {
    leave(SETTINGS, "the account keeps no drafts", drafts.length);
    return { drafts: [], contents: [] };
  }
  const [kept, contents]: [SentDraft[], DraftContents[]] = [[], []];
  for (const draft of drafts)
    try {
      const { timestamp, ...rest } = draft;
      const isPast = timestamp !== undefined && timestamp > 0 && timestamp < ctx.now;
      contents.push(...(await checkedDrafts({ ...ctx, user }, [isPast ? draft : rest])));
      kept.push(draft);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      leave(SETTINGS, "the person could not save it here");
    }
  return { drafts: kept, contents };
}
