/** Writes a made-up history as each program exports it. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { TarWriter } from "../exports/own/tar.ts";
import { slackChannel, slackDays, slackMessage, slackTime, slackUser } from "./slack/testing.ts";
import { type EntryContent, zipOf } from "./testing.ts";
import { BEGIN, fileOf, type History, type HistoryMessage } from "./testing-history.ts";

const numbers = (count: number) => Array.from({ length: count }, (_, n) => n);
const nameOf = (n: number) => `Person Number ${n + 1}`;
const emailOf = (n: number) => `p${n + 1}@example.org`;
const channelOf = (n: number) => `channel-${n + 1}`;
const isDirect = (to: HistoryMessage["to"]): to is readonly number[] => typeof to !== "number";
const textOf = ({ words, mentioned }: HistoryMessage, mention: (n: number) => string) =>
  mentioned === undefined ? words : `${words} ${mention(mentioned)}`;

export function slackArchiveOf({ people, channels, files, messages, picture }: History): Buffer {
  const id = (n: number) => `U${String(n + 1).padStart(4, "0")}`;
  const list = (some: readonly number[]) =>
    some.map((n) => slackChannel(`C${n}`, channelOf(n), numbers(people).map(id), pinsOf(n)));
  const pinsOf = (n: number) => ({
    pins: messages
      .filter(({ to, file }) => to === n && file !== undefined)
      .map(({ at, who }) => ({ type: "C", id: slackTime(at), user: id(who % people), created: at + 10 })),
  });
  const direct = new Map<string, readonly number[]>();
  for (const { to } of messages) if (isDirect(to)) direct.set(to.toSorted().join("x"), to);
  const folderOf = (to: HistoryMessage["to"]) => (isDirect(to) ? `D${to.toSorted().join("x")}` : channelOf(to));
  const days = messages.map((each) => {
    const { at, who, thread, hasReplies, reactsTo, isEdited, file } = each;
    const message = slackMessage(
      id(who),
      textOf(each, (n) => `<@${id(n)}>`),
      slackTime(at),
      {
        ...(who >= people ? { user_profile: { real_name: `Guest ${who}` } } : {}),
        ...(thread === undefined ? {} : { thread_ts: slackTime(thread) }),
        ...(hasReplies ? { thread_ts: slackTime(at), reply_count: 1 } : {}),
        ...(reactsTo === undefined ? {} : { reactions: [{ name: "tada", users: [id(reactsTo)], count: 1 }] }),
        ...(isEdited ? { edited: { user: id(who), ts: slackTime(at + 60) } } : {}),
        ...(file === undefined ? {} : { files: [{ id: `F${file}A`, name: fileOf(file).name, user: id(who) }] }),
      },
    );
    return [folderOf(each.to), message] as const;
  });
  return zipOf([
    [
      "users.json",
      [
        ...numbers(people).map((n) => slackUser(id(n), nameOf(n), { email: emailOf(n) })),
        slackUser("USLACKBOT", "Slackbot"),
      ],
    ],
    ["channels.json", list(numbers(channels - 1))],
    ["groups.json", list([channels - 1])],
    ["dms.json", [...direct].map(([key, to]) => ({ id: `D${key}`, created: BEGIN, members: to.map(id) }))],
    ...slackDays(days),
    ...numbers(files).map((n) => [`__uploads/F${n}A/${fileOf(n).name}`, fileOf(n).content] as const),
    ...numbers(3).map((n) => [`__avatars/${id(n)}/me.png`, picture] as const),
    ["emoji/our-ferry.png", picture],
  ]);
}

export function mattermostArchiveOf({ people, channels, files, messages, picture }: History): Buffer {
  const id = (n: number) => `p${n + 1}`;
  const memberships = numbers(channels).map((n) => ({ name: channelOf(n), roles: "channel_user" }));
  const own = (each: HistoryMessage) => {
    const { at, who, reactsTo, isEdited, file, starredBy } = each;
    return {
      user: id(who),
      message: textOf(each, (n) => `@${id(n)}`),
      create_at: at * 1000,
      ...(isEdited ? { edit_at: at * 1000 + 60_000 } : {}),
      ...(reactsTo === undefined ? {} : { reactions: [{ user: id(reactsTo), emoji_name: "tada", create_at: 1 }] }),
      ...(file === undefined ? {} : { attachments: [{ path: `20200302/${fileOf(file).name}` }], is_pinned: true }),
      ...(starredBy === undefined ? {} : { flagged_by: [id(starredBy)] }),
    };
  };
  const replies = Map.groupBy(messages, ({ thread }) => thread);
  const posts = messages
    .filter(({ thread }) => thread === undefined)
    .map((each) => {
      const { to, at } = each;
      if (isDirect(to)) return { type: "direct_post", direct_post: { channel_members: to.map(id), ...own(each) } };
      const answers = (replies.get(at) ?? []).map(own);
      return { type: "post", post: { team: "crew", channel: channelOf(to), ...own(each), replies: answers } };
    });
  const lines = [
    { type: "version", version: 1 },
    { type: "emoji", emoji: { name: "our-ferry", image: "emoji/our-ferry.png" } },
    { type: "team", team: { name: "crew", display_name: "Crew", type: "I" } },
    ...numbers(channels).map((n) => ({
      type: "channel",
      channel: { team: "crew", name: channelOf(n), display_name: channelOf(n), type: n === channels - 1 ? "P" : "O" },
    })),
    ...numbers(people).map((n) => ({
      type: "user",
      user: {
        ...{ username: id(n), email: emailOf(n), first_name: nameOf(n), last_name: "", nickname: "" },
        ...{ roles: "system_user", teams: [{ name: "crew", roles: "team_user", channels: memberships }] },
        ...(n < 3 ? { profile_image: "pictures/teal.png" } : {}),
      },
    })),
    { type: "bot", bot: { username: "system-bot", display_name: "System", owner: id(0) } },
    ...posts,
  ];
  return zipOf([
    ["import.jsonl", `${lines.map((line) => JSON.stringify(line)).join("\n")}\n`],
    ...numbers(files).map((n) => [`data/20200302/${fileOf(n).name}`, fileOf(n).content] as const),
    ["data/pictures/teal.png", picture],
    ["data/emoji/our-ferry.png", picture],
  ]);
}

const FIRST_ID = 5000;

/** Nobody whom only messages name. The last channel has protected history, and half of the people have come late. */
export async function zulipArchiveOf({ people, channels, files, messages, picture }: History): Promise<Buffer> {
  const [id, stream, recipient] = [(n: number) => n + 10, (n: number) => n + 30, (n: number) => n + 100];
  const personal = (n: number) => n + 200;
  const isProtected = (n: number) => n === channels - 1;
  const receivers = (n: number) => numbers(people).filter((who) => who % 2 === 0 || n > messages.length / 2);
  const ofFile = new Map(
    messages.flatMap(({ file }, n) => (file === undefined ? [] : [[file, FIRST_ID + n] as const])),
  );
  const realm = {
    zerver_realm: [{ id: 2, string_id: "acme", name: "Acme", uuid: "0b1c" }],
    zerver_userprofile: numbers(people).map((n) => ({
      ...{ id: id(n), full_name: nameOf(n), delivery_email: emailOf(n), email: emailOf(n), is_bot: false },
      ...{ is_active: true, role: 400, avatar_source: n < 3 ? "U" : "G" },
    })),
    zerver_stream: numbers(channels).map((n) => ({
      ...{ id: stream(n), name: channelOf(n), description: "", invite_only: isProtected(n), deactivated: false },
      history_public_to_subscribers: !isProtected(n),
    })),
    zerver_recipient: [
      ...numbers(channels).map((n) => ({ id: recipient(n), type: 2, type_id: stream(n) })),
      ...numbers(people).map((n) => ({ id: personal(n), type: 1, type_id: id(n) })),
    ],
    zerver_subscription: numbers(channels).flatMap((n) =>
      numbers(people).map((who) => ({ user_profile: id(who), recipient: recipient(n), active: true })),
    ),
    zerver_reaction: messages.flatMap(({ reactsTo }, n) =>
      reactsTo === undefined ? [] : [{ user_profile: id(reactsTo), message: FIRST_ID + n, emoji_name: "tada" }],
    ),
    zerver_realmemoji: [{ id: 1, name: "our-ferry", file_name: "1.png", deactivated: false, author: id(0) }],
  };
  const attachments = numbers(files).map((n) => ({
    ...{ id: n + 1, file_name: fileOf(n).name, path_id: `2/ab/${fileOf(n).name}`, owner: id(n % people) },
    messages: ofFile.has(n) ? [ofFile.get(n)] : [],
  }));
  const rows = messages.map((each, n) => {
    const { at, who, to, thread, file, isEdited } = each;
    const link = file === undefined ? "" : ` [notes](/user_uploads/2/ab/${fileOf(file).name})`;
    const before = { prev_content: "before", timestamp: at + 60, user_id: id(who % people) };
    return {
      ...{ id: FIRST_ID + n, sender: id(who % people), date_sent: at },
      recipient: isDirect(to) ? personal(to.find((other) => other !== who) ?? who) : recipient(to),
      subject: isDirect(to) ? "" : `talk ${thread ?? "of all"}`,
      content: textOf(each, (other) => `@**${nameOf(other)}|${id(other)}**`) + link,
      edit_history: isEdited ? JSON.stringify([before]) : null,
    };
  });
  const received = messages.flatMap(({ to, starredBy }, n) => {
    const people = to === channels - 1 ? receivers(n) : [];
    const star = starredBy === undefined ? [] : [starredBy];
    return [...new Set([...people, ...star])].map((who) => ({
      ...{ message: FIRST_ID + n, user_profile: id(who), flags_mask: who === starredBy ? 3 : 1 },
    }));
  });
  const inFiles = numbers(Math.ceil(rows.length / 1000)).map((n) => {
    const of = <T extends { id?: number; message?: number }>(list: readonly T[]) =>
      list.filter(({ id: number, message = number }) => Math.floor(((message as number) - FIRST_ID) / 1000) === n);
    const content = { zerver_message: of(rows), zerver_usermessage: of(received) };
    return [`messages-${String(n + 1).padStart(6, "0")}.json`, content] as const;
  });
  const pictures = numbers(3).map((n) => ({ user_profile_id: id(n), path: `${n}.original`, s3_path: `${n}.original` }));
  return tarOf([
    ["realm.json", realm],
    ["attachment.json", { zerver_attachment: attachments }],
    ...inFiles,
    ...numbers(files).map((n) => [`uploads/2/ab/${fileOf(n).name}`, fileOf(n).content] as const),
    ["avatars/records.json", pictures],
    ...numbers(3).map((n) => [`avatars/${n}.original`, picture] as const),
    ["emoji/2/emoji/images/1.png", picture],
  ]);
}

async function tarOf(entries: readonly (readonly [path: string, content: EntryContent])[]): Promise<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), "parley-tar-"));
  try {
    const tar = new TarWriter(join(folder, "export.tar.gz"), BEGIN);
    for (const [path, content] of entries) {
      if (!Buffer.isBuffer(content)) {
        await tar.addText(`export/${path}`, typeof content === "string" ? content : JSON.stringify(content));
        continue;
      }
      await tar.addStream(`export/${path}`, Readable.from([content]), content.length);
    }
    await tar.end();
    return readFileSync(join(folder, "export.tar.gz"));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
