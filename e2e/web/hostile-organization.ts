/** An organization in which every name and text is hostile, as far as the API allows. */
import { RequestError } from "@parley/client";
import {
  alertWords,
  bots,
  channelCreation,
  channelFolders,
  drafts,
  groups,
  imports,
  invites,
  legalHolds,
  linkifiers,
  messageEditing,
  messages,
  mutedUsers,
  navigationViews,
  playgrounds,
  profileFields,
  reactions,
  readState,
  realms,
  reminders,
  savedSnippets,
  scheduledMessages,
  submessages,
  subscriptions,
  userStatus,
  users,
  userTopics,
} from "@parley/server/contract";
import { Person } from "../support/person.ts";
import { PASSWORD } from "../support/server.ts";
import { ELSEWHERE, HOSTILE_NAMES, TRIPWIRE, XSS_CORPUS } from "./xss-corpus.ts";

export interface HostileOrganization {
  readonly channelId: number;
  /** Hostile topics; the first has a poll, files and links, the others texts of the corpus. */
  readonly topics: readonly string[];
  /** A message in the first topic. */
  readonly messageId: number;
  readonly person: { readonly id: number; readonly email: string };
  readonly folderId: number;
  readonly groupId: number;
  /** A link with which anyone can join. */
  readonly inviteLink: string;
  /** How many of each kind of object were created. */
  readonly made: ReadonlyMap<string, number>;
}

/** A script URL, also used where only a part of a URL is expected. */
const SCRIPT = `javascript:${TRIPWIRE}(1)`;
const IMAGE = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "base64",
);
const SOON = Math.floor(Date.now() / 1000) + 86_400;
const PER_MESSAGE = 30;

/** Skips objects that the server refuses; other errors fail. */
class Maker {
  readonly made = new Map<string, number>();

  async try<T>(what: string, make: () => Promise<T>): Promise<T | undefined> {
    try {
      const result = await make();
      this.made.set(what, (this.made.get(what) ?? 0) + 1);
      return result;
    } catch (error) {
      if (error instanceof RequestError) return undefined;
      throw error;
    }
  }

  /** Tries every hostile name; returns the results for those that were accepted. */
  async each<T>(what: string, make: (name: string, index: number) => Promise<T>): Promise<T[]> {
    const results = await Promise.all(HOSTILE_NAMES.map((name, index) => this.try(what, () => make(name, index))));
    return results.filter((result) => result !== undefined);
  }
}

export async function makeHostile(owner: Person): Promise<HostileOrganization> {
  const maker = new Maker();
  const [name = ""] = HOSTILE_NAMES;
  await maker.try("organization", () =>
    owner.call(realms.updateRealm, { name: HOSTILE_NAMES[3] ?? "", description: HOSTILE_NAMES.join("\n\n") }),
  );
  await maker.try("spectators", () => owner.call(realms.updateRealm, { enable_spectator_access: true }));
  const people = await maker.each("people", async (each, index) => {
    const email = `person${index}@example.com`;
    const { user_id } = await owner.call(users.createUser, { email, password: PASSWORD, full_name: each });
    return { id: user_id, email };
  });
  const person = people[0] ?? (await plainPerson(owner));
  const subscribers = [owner.id, person.id, ...people.map(({ id }) => id)];
  const folders = await maker.each("folders", (each) =>
    owner.call(channelFolders.createFolder, { name: each, description: each }),
  );
  const channels = await maker.each("channels", (each, index) =>
    owner.call(channelCreation.createChannel, {
      name: each,
      description: `${each} [a](${SCRIPT})`,
      subscribers: [...new Set(subscribers)],
      is_web_public: true,
      folder_id: folders[index]?.channel_folder_id ?? null,
      send_new_subscription_messages: false,
    }),
  );
  const channelId = channels[0]?.id ?? 0;
  const made = await maker.each("groups", (each) =>
    owner.call(groups.createUserGroup, { name: each, description: each, members: subscribers }),
  );
  await makeMarkup(maker, owner);
  await maker.try("permissions", () =>
    owner.call(realms.updateRealm, { can_summarize_topics_group: { new: made[0]?.group_id ?? 0 } }),
  );
  await Promise.all([makePersonal(maker, owner, channelId, person), fillProfile(maker, owner)]);
  const { topics, messageId } = await writeMessages(maker, owner, channelId, person);
  await maker.each("direct messages", (each) =>
    owner.call(messages.sendMessage, { type: "direct", to: [person.id], content: each }),
  );
  await maker.each("reminders", async (each) => {
    const id = await owner.sends(name, HOSTILE_NAMES[1] ?? "", each);
    await owner.call(reminders.createReminder, { message_id: id, scheduled_delivery_timestamp: SOON, note: each });
  });
  await makeUnread(maker, owner, channelId, person);
  await maker.try("imports", () => owner.connection.call(imports.uploadImport, {}, { file: new File(["none"], name) }));
  await maker.try("legal holds", () => owner.call(legalHolds.placeLegalHold, { user_id: person.id, reason: name }));
  const { invite_link: inviteLink } = await owner.call(invites.createInviteLink, {
    stream_ids: channels.map(({ id }) => id),
  });
  const [folderId, groupId] = [folders[0]?.channel_folder_id ?? 0, made[0]?.group_id ?? 0];
  const former = people.at(-1);
  if (former && former !== person)
    await maker.try("deactivated people", () => owner.call(users.deactivateUser, { user_id: former.id }));
  return { channelId, topics, messageId, person, folderId, groupId, inviteLink, made: maker.made };
}

async function plainPerson(owner: Person): Promise<{ id: number; email: string }> {
  const email = "person@example.com";
  const { user_id } = await owner.call(users.createUser, { email, password: PASSWORD, full_name: "Ada" });
  return { id: user_id, email };
}

/** Settings that change how messages are rendered. */
async function makeMarkup(maker: Maker, owner: Person): Promise<void> {
  const templates = [
    `${SCRIPT}{id}`,
    `https://${ELSEWHERE}/{id}`,
    `https://${ELSEWHERE}/"onmouseover="${TRIPWIRE}(1)/{id}`,
  ];
  for (const [index, url_template] of templates.entries())
    await maker.try("linkifiers", () =>
      owner.call(linkifiers.addLinkifier, { pattern: `bug${index}-(?P<id>[^ ]+)`, url_template }),
    );
  await maker.each("playgrounds", (each) =>
    owner.call(playgrounds.addPlayground, {
      name: each,
      pygments_language: "Python",
      url_template: `https://${ELSEWHERE}/{code}`,
    }),
  );
  await maker.try("playgrounds", () =>
    owner.call(playgrounds.addPlayground, {
      name: "run",
      pygments_language: "Python",
      url_template: `${SCRIPT}{code}`,
    }),
  );
  for (const emoji of [...HOSTILE_NAMES, "hostile"])
    await maker.try("custom emoji", () => upload(owner, `/realm/emoji/${encodeURIComponent(emoji)}`, emoji));
}

async function makePersonal(maker: Maker, owner: Person, channelId: number, person: { id: number }): Promise<void> {
  await maker.each("statuses", (each) =>
    owner.call(userStatus.updateOwnStatus, { status_text: each, emoji_name: "tada" }),
  );
  await maker.each("alert words", (each) => owner.call(alertWords.addAlertWords, { alert_words: [each] }));
  await maker.each("drafts", (each) =>
    owner.call(drafts.createDrafts, {
      drafts: [
        { type: "stream", to: [channelId], topic: each, content: each },
        { type: "private", to: [person.id], topic: "", content: each },
      ],
    }),
  );
  await maker.each("snippets", (each) => owner.call(savedSnippets.createSavedSnippet, { title: each, content: each }));
  await maker.each("saved searches", (each, index) =>
    owner.call(navigationViews.addNavigationView, {
      fragment: `narrow/search/${index}${encodeURIComponent(each).replaceAll("%", ".")}`,
      is_pinned: true,
      name: each,
    }),
  );
  await maker.each("scheduled messages", (each) =>
    owner.call(scheduledMessages.createScheduledMessage, {
      type: "channel",
      to: channelId,
      topic: each,
      content: each,
      scheduled_delivery_timestamp: SOON,
    }),
  );
  const made = await maker.each("bots", (each, index) =>
    owner.call(bots.createBot, { full_name: `Bot ${each}`, short_name: `hostile${index}` }),
  );
  // Somebody who has written nothing, so that no message is hidden.
  await maker.try("muted people", () => owner.call(mutedUsers.muteUser, { muted_user_id: made[0]?.user_id ?? 0 }));
  await maker.try("rules of channels", () =>
    owner.call(subscriptions.updateSubscriptionSettings, {
      subscription_data: [{ stream_id: channelId, property: "desktop_notifications", value: true }],
    }),
  );
}

/** Fills every view: someone else writes, and the owner mutes and follows topics. */
async function makeUnread(
  maker: Maker,
  owner: Person,
  channelId: number,
  person: { id: number; email: string },
): Promise<void> {
  const other = await Person.signsIn(owner.address, { ...person, password: PASSWORD });
  const topic = (state: string) => `${state} ${HOSTILE_NAMES[0]}`;
  const send = (name: string, content: string) =>
    other.call(messages.sendMessage, { type: "channel", to: channelId, topic: name, content });
  await maker.each("unread messages", (each) => send(each, `@**|${owner.id}** ${each}`));
  await maker.try("unread messages", () =>
    other.call(messages.sendMessage, { type: "direct", to: [owner.id], content: HOSTILE_NAMES.join("\n\n") }),
  );
  for (const [state, visibility_policy] of [
    ["muted", 1],
    ["followed", 3],
  ] as const) {
    await maker.try("unread messages", () => send(topic(state), topic(state)));
    const policy = { stream_id: channelId, topic: topic(state), visibility_policy };
    await maker.try("preferences", () => owner.call(userTopics.setTopicVisibility, policy));
  }
  await maker.try("channels to join", () =>
    other.call(channelCreation.createChannel, {
      name: topic("open"),
      description: topic("open"),
      subscribers: [other.id],
      send_new_subscription_messages: false,
    }),
  );
  const { id } = await send(topic("done"), topic("done"));
  await maker.try("stars", () =>
    owner.call(readState.updateMessageFlags, { messages: [id], op: "add", flag: "starred" }),
  );
  await maker.try("resolved topics", () =>
    owner.call(messageEditing.editMessage, {
      message_id: id,
      topic: `✔ ${topic("done")}`,
      propagate_mode: "change_all",
      send_notification_to_new_thread: false,
      send_notification_to_old_thread: false,
    }),
  );
}

/** Short texts and links; a profile field for a link must hold a URL. */
async function fillProfile(maker: Maker, owner: Person): Promise<void> {
  const SHORT_TEXT = 1;
  const LINK = 5;
  for (const field_type of [SHORT_TEXT, LINK])
    await maker.each("profile fields", async (each) => {
      const { id } = await owner.call(profileFields.createProfileField, {
        field_type,
        name: each.slice(0, 40),
        hint: each,
        display_in_profile_summary: true,
      });
      await owner.call(profileFields.updateOwnProfile, { data: [{ id, value: field_type === LINK ? SCRIPT : each }] });
    });
}

async function writeMessages(
  maker: Maker,
  owner: Person,
  channelId: number,
  person: { id: number },
): Promise<Pick<HostileOrganization, "topics" | "messageId">> {
  const send = async (topic: string, content: string) => {
    const { id } = await owner.call(messages.sendMessage, { type: "channel", to: channelId, topic, content });
    return id;
  };
  const [first = "", ...others] = HOSTILE_NAMES;
  const vectors = XSS_CORPUS.flatMap((family) => family.vectors).filter((vector) => vector.length < 300);
  const texts: string[] = [];
  for (let start = 0; start < vectors.length; start += PER_MESSAGE)
    texts.push(vectors.slice(start, start + PER_MESSAGE).join("\n\n"));
  await Promise.all(
    texts.map((text, index) => maker.try("messages", () => send(others[index % others.length] ?? "", text))),
  );
  for (const text of markupOf(vectors)) await maker.try("messages", () => send(first, text));
  for (const name of HOSTILE_NAMES) {
    const file = await maker.try("files", () => upload<{ url: string }>(owner, "/user_uploads", name));
    if (file) await maker.try("messages", () => send(first, `[${name}](${file.url})`));
  }
  const poll = await maker.try("polls", () => send(first, `/poll ${first}\n${others.join("\n")}`));
  if (poll !== undefined)
    await maker.each("options", (each, index) =>
      owner.call(submessages.addSubmessage, {
        message_id: poll,
        msg_type: "widget",
        content: JSON.stringify({ type: "new_option", idx: index + 1, option: `${each} again` }),
      }),
    );
  await maker.try("to-do lists", () => send(first, `/todo ${first}\n${others.join(": x\n")}`));
  const last = await send(first, `@_**|${person.id}** and :hostile:`);
  await maker.each("reactions", () => owner.call(reactions.addReaction, { message_id: last, emoji_name: "hostile" }));
  await maker.try("reactions", () => owner.call(reactions.addReaction, { message_id: last, emoji_name: "tada" }));
  return { topics: HOSTILE_NAMES, messageId: last };
}

/** Markdown with links, images, code to run, linkifiers, spoilers, quotes, times and formulas. */
function markupOf(vectors: readonly string[]): string[] {
  const short = vectors.filter((vector) => vector.length < 80 && !vector.includes("\n")).slice(0, 40);
  return [
    `[a](${SCRIPT}) [b](https://${ELSEWHERE}/) <${SCRIPT}> https://${ELSEWHERE}/"onmouseover="${TRIPWIRE}(1)`,
    `![a](${SCRIPT}) ![b](https://${ELSEWHERE}/x.png) https://${ELSEWHERE}/x.png`,
    `bug0-${HOSTILE_NAMES[0]} bug1-7 bug2-"><script>${TRIPWIRE}(1)</script>`,
    `\`\`\`python\n${short.join("\n")}\n\`\`\``,
    `\`\`\`${HOSTILE_NAMES[0]}\n${short.join("\n")}\n\`\`\``,
    `\`\`\`spoiler ${HOSTILE_NAMES[0]}\n${short.slice(0, 10).join("\n\n")}\n\`\`\``,
    `\`\`\`quote\n${short.slice(10, 20).join("\n\n")}\n\`\`\``,
    `$$\\href{${SCRIPT}}{x}$$ $$\\htmlData{a=b"onclick=${TRIPWIRE}(1)}{x}$$ $$\\text{${HOSTILE_NAMES[0]}}$$`,
    `<time:${HOSTILE_NAMES[0]}> #**${HOSTILE_NAMES[0]}>${HOSTILE_NAMES[1]}** @**${HOSTILE_NAMES[0]}** :${HOSTILE_NAMES[0]}:`,
    `| ${short.slice(0, 3).join(" | ")} |\n|---|---|---|\n| ${short.slice(3, 6).join(" | ")} |`,
  ];
}

/** A file with this name, as a form sends it. */
async function upload<T>({ address, email, apiKey }: Person, path: string, name: string): Promise<T> {
  const form = new FormData();
  form.append("file", new File([IMAGE], `${name}.png`, { type: "image/png" }));
  const authorization = `Basic ${Buffer.from(`${email}:${apiKey}`).toString("base64")}`;
  const answer = await fetch(`${address}/api/v1${path}`, { method: "POST", headers: { authorization }, body: form });
  const body = (await answer.json()) as T & Record<string, unknown>;
  if (answer.status >= 400 && answer.status < 500) throw new RequestError(answer.status, body);
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return body;
}
