import { join } from "node:path";
import { type Archive, makeArchive, TO_MARK, TO_MOVE } from "../archive.ts";
import type { LoadRequest, Rate } from "../load/jobs.ts";
import { sendForm, texts } from "../population.ts";
import { load, type Server, startBaseline, startParley } from "../processes.ts";
import { type Figure, median, type Scenario } from "../scenario.ts";

type Term = { operator: string; operand: unknown; negated?: boolean };

/** The first page of every kind of narrow; the slowest counts. */
function narrowsOf({ channels, reader, other, topicToMove }: Archive): Record<string, Term[]> {
  const [channel] = channels;
  const term = (operator: string, operand: unknown): Term => ({ operator, operand });
  return {
    everything: [],
    channel: [term("channel", channel?.id)],
    "channel and topic": [term("channel", channel?.id), term("topic", topicToMove.name)],
    topic: [term("topic", topicToMove.name)],
    "not a channel": [{ ...term("channel", channel?.id), negated: true }],
    "channels:public": [term("channels", "public")],
    sender: [term("sender", other.id)],
    "sender in a channel": [term("channel", channel?.id), term("sender", other.id)],
    "sender:me": [term("sender", reader.id)],
    dm: [term("dm", [other.id])],
    "dm-including": [term("dm-including", other.id)],
    "is:dm": [term("is", "dm")],
    "is:starred": [term("is", "starred")],
    "is:mentioned": [term("is", "mentioned")],
    "is:unread": [term("is", "unread")],
    "is:resolved": [term("is", "resolved")],
    "is:followed": [term("is", "followed")],
    "has:link": [term("has", "link")],
    "has:image": [term("has", "image")],
    "has:reaction": [term("has", "reaction")],
    "in:home": [term("in", "home")],
    "search, a common and a rare word": [term("search", SEARCHES.mixed)],
    "search, two common words": [term("search", SEARCHES.common)],
    "search, two words that never meet": [term("search", SEARCHES.none)],
    "search in a topic": [
      term("channel", channel?.id),
      term("topic", topicToMove.name),
      term("search", SEARCHES.common),
    ],
  };
}

/** Filled with words from the archive. */
const SEARCHES = { common: "", mixed: "", none: "" };

const SECONDS = 1;

function pages(server: Server, requests: readonly LoadRequest[]): Promise<Rate> {
  return load({
    kind: "closed-loop",
    port: server.port,
    connections: 1,
    warmUpSeconds: 1,
    seconds: SECONDS,
    requests,
  });
}

const firstPage = (as: string, narrow: readonly Term[]): LoadRequest => ({
  method: "GET",
  path: `/api/v1/messages?${new URLSearchParams({ anchor: "newest", num_before: "100", narrow: JSON.stringify(narrow) })}`,
  as,
});

export const archive: Scenario = {
  name: "archive",
  question: "What do narrows, searches, large moves and marking cost among 1,000,000 messages?",
  async measureAlone() {
    const made = await makeArchive();
    const [channel] = made.channels as [Archive["channels"][number]];
    const ids = [made.realmId, made.reader.id, channel.recipient_id, channel.id].map(String);
    const bare = await startBaseline("messages", join(made.directory, "parley.db"), ...ids);
    const parley = await startParley(made.directory);
    try {
      await chooseWords(parley, made);
      const rates: number[] = [];
      for (let round = 0; round < 3; round++)
        rates.push((await pages(bare, [{ method: "GET", path: "/messages" }])).perSecond);
      const bareMs = 1000 / median(rates);
      const figures: Figure[] = [];
      for (const [what, narrow] of Object.entries(narrowsOf(made))) {
        const { perSecond, total } = await pages(parley, [firstPage(made.reader.login, narrow)]);
        const ms = perSecond > 0 ? 1000 / perSecond : (SECONDS * 1000) / Math.max(total, 1);
        figures.push({ what: `first page: ${what}`, unit: " ms", parley: ms, bare: bareMs, target: { atMost: 20 } });
      }
      figures.push(...(await undisturbed(parley, made)));
      return figures;
    } finally {
      await Promise.all([bare.stop(), parley.stop()]);
      await made.remove();
    }
  },
};

/** Two words that nearly everyone uses, and two that hardly anyone does. */
async function chooseWords(server: Server, made: Archive): Promise<void> {
  const [page] = await load({
    kind: "batch",
    port: server.port,
    connections: 1,
    requests: [firstPage(made.reader.login, [])],
  });
  const { messages } = JSON.parse(page as string) as { messages: { content: string }[] };
  const counts = new Map<string, number>();
  for (const { content } of messages)
    for (const word of content.replace(/<[^>]+>/g, "").split(" ")) counts.set(word, (counts.get(word) ?? 0) + 1);
  const words = [...counts.keys()].sort((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0));
  const [first = "", second = ""] = words;
  Object.assign(SEARCHES, {
    common: `${first} ${second}`,
    mixed: `${first} ${words.at(-1)}`,
    none: `${words.at(-1)} ${words.at(-2)}`,
  });
}

/** How much longer the slowest sends wait during a large operation. */
async function undisturbed(server: Server, made: Archive): Promise<Figure[]> {
  const quiet = made.channels[3];
  const sends: LoadRequest[] = texts(50).map((content) => ({
    method: "POST",
    path: "/api/v1/messages",
    as: made.other.login,
    form: sendForm(quiet?.id as number, "sent meanwhile", content),
  }));
  const sending = () =>
    load({ kind: "closed-loop", port: server.port, connections: 8, warmUpSeconds: 0.5, seconds: 4, requests: sends });
  const during = async (request: LoadRequest) => {
    const rate = sending();
    await new Promise((resolve) => setTimeout(resolve, 2000));
    const began = performance.now();
    await load({ kind: "batch", port: server.port, connections: 1, requests: [request] });
    return { ...(await rate), took: performance.now() - began };
  };
  const calm = await sending();
  const { topicToMove, channels, reader, administrator } = made;
  const mark = await during({
    method: "POST",
    path: "/api/v1/mark_stream_as_read",
    as: reader.login,
    form: { stream_id: String(channels[0]?.id) },
  });
  const move = await during({
    method: "PATCH",
    path: `/api/v1/messages/${topicToMove.newestMessageId}`,
    as: administrator.login,
    form: {
      topic: "moved",
      stream_id: String(channels[3]?.id),
      propagate_mode: "change_all",
      send_notification_to_new_thread: "false",
      send_notification_to_old_thread: "false",
    },
  });
  const count = (value: number) => value.toLocaleString("en");
  const p99 = (what: string, { p99 = 0 }: Rate): Figure => ({
    what,
    unit: " ms",
    parley: p99,
    bare: calm.p99 ?? 0,
    target: { atMost: 2 },
  });
  return [
    p99(`p99 of sends during a move of ${count(TO_MOVE)}`, move),
    p99(`p99 of sends while ${count(TO_MARK)} are marked read`, mark),
    { what: "slowest send during the move", unit: " ms", parley: move.slowest ?? 0, bare: calm.slowest ?? 0 },
  ];
}
