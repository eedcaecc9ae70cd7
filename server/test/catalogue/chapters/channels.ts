/** Channels come to be, are joined, left, changed and archived. */
import * as api from "../../../src/contract.ts";
import type { CatalogueWorld } from "../world.ts";

const { channels, channelCreation, channelUpdates, subscriptions, channelFolders, defaultChannels } = api;

export async function channelsChapter(world: CatalogueWorld): Promise<void> {
  await creating(world);
  await joining(world);
  await changing(world);
  await folders(world);
  await defaults(world);
  await archiving(world);
}

async function creating({ walk, mel, olivia, adam, mona, gus, uma }: CatalogueWorld): Promise<void> {
  await walk.does(mel, channelCreation.createChannel, {
    name: "made",
    description: "by **Mel**",
    subscribers: [mel.id, gus.id],
    announce: true,
  });
  await walk.does(mel, channels.subscribe, { subscriptions: [{ name: "also made" }], principals: [mel.id, uma.id] });
  await walk.does(mona, channels.subscribe, {
    subscriptions: [{ name: "hidden" }],
    principals: [mona.id, mel.id],
    invite_only: true,
  });
  await walk.does(olivia, channelCreation.createChannel, {
    name: "for the world",
    subscribers: [olivia.id],
    is_web_public: true,
  });
  await walk.does(olivia, channelCreation.createChannel, {
    name: "for newcomers",
    subscribers: [adam.id],
    is_default_stream: true,
  });
  await walk.does(mel, channels.subscribe, { subscriptions: [{ name: "made" }], principals: [mona.id, gus.id] });
}

async function joining({ walk, mel, olivia, mona, gus, rita, uma, open, secret }: CatalogueWorld): Promise<void> {
  const join = (name: string, ...principals: number[]) =>
    walk.does(mel, channels.subscribe, { subscriptions: [{ name }], principals });
  const leave = (name: string, ...principals: number[]) =>
    walk.does(olivia, subscriptions.unsubscribe, { subscriptions: [name], principals });
  await join("secret", uma.id, rita.id);
  await walk.happens("sendMessage", mel, () => mel.sends("#secret > plans", "all of us"));
  await walk.does(mel, subscriptions.unsubscribe, { subscriptions: ["secret"], principals: [uma.id, rita.id] });
  await join("open", rita.id);
  await leave("open", rita.id);
  await join("lobby", gus.id);
  await leave("lobby", gus.id);
  await walk.does(uma, subscriptions.changeSubscriptions, { add: [{ name: "lobby" }] });
  await walk.does(uma, subscriptions.changeSubscriptions, { add: [{ name: "open" }], delete: ["lobby"] });
  await walk.does(uma, subscriptions.changeSubscriptions, { delete: ["open"] });
  await walk.does(gus, subscriptions.unsubscribe, { subscriptions: ["made"] });
  const set = (property: string, value: unknown, stream_id = open) =>
    walk.does(mona, subscriptions.updateSubscriptionSettings, {
      subscription_data: [{ stream_id, property, value }] as never,
    });
  await set("color", "#ffffff");
  await set("is_muted", true);
  await set("in_home_view", true);
  await set("pin_to_top", true);
  await walk.does(mona, subscriptions.updateSubscription, {
    stream_id: secret,
    property: "push_notifications",
    value: true,
  } as never);
  await set("desktop_notifications", false, secret);
}

async function changing(world: CatalogueWorld): Promise<void> {
  const { walk, acme, mel, olivia, secret, open, web, adam, uma } = world;
  const updates = (stream_id: number, change: object, as = mel) =>
    walk.does(as, channelUpdates.updateChannel, { stream_id, ...change });
  const group = (name: string) => ({ new: acme.realm.systemGroups[`role:${name}` as "role:members"] });
  await updates(open, { description: "For *everybody*" });
  await updates(open, { new_name: "wide open" });
  await updates(open, { new_name: "open" });
  await updates(open, { topics_policy: "disable_empty_topic" });
  await updates(open, { topics_policy: "inherit" });
  await updates(open, { message_retention_days: 30 }, olivia);
  await updates(open, { is_default_stream: true }, adam);
  await updates(open, { is_default_stream: false }, adam);
  await updates(open, { can_send_message_group: group("administrators") });
  await updates(open, { can_send_message_group: group("everyone") });
  for (const name of [
    "can_administer_channel_group",
    "can_delete_any_message_group",
    "can_delete_own_message_group",
    "can_move_messages_out_of_channel_group",
    "can_move_messages_within_channel_group",
    "can_remove_subscribers_group",
    "can_resolve_topics_group",
  ])
    await updates(open, { [name]: group("members") }, olivia);
  // Who may come in may see it.
  for (const name of ["can_add_subscribers_group", "can_subscribe_group"]) {
    await updates(secret, { [name]: { new: { direct_members: [uma.id], direct_subgroups: [] } } });
    await updates(secret, { [name]: group("nobody") });
  }
  await updates(secret, { is_private: false });
  await updates(secret, { is_private: true });
  await updates(secret, { history_public_to_subscribers: false, is_private: true });
  await updates(secret, { history_public_to_subscribers: true, is_private: true });
  await updates(web, { is_web_public: false, is_private: false }, olivia);
  await updates(web, { is_web_public: true }, olivia);
}

async function folders({ walk, adam, olivia, open }: CatalogueWorld): Promise<void> {
  const make = (name: string) => walk.does(adam, channelFolders.createFolder, { name });
  const { channel_folder_id } = await make("Work");
  const { channel_folder_id: other } = await make("Play");
  const change = { name: "Works", description: "all of *it*" };
  await walk.does(adam, channelFolders.updateFolder, { channel_folder_id, ...change });
  await walk.does(adam, channelFolders.reorderFolders, { order: [other, channel_folder_id] });
  await walk.does(olivia, channelUpdates.updateChannel, { stream_id: open, folder_id: channel_folder_id });
  await walk.does(olivia, channelUpdates.updateChannel, { stream_id: open, folder_id: null });
  await walk.does(adam, channelFolders.updateFolder, { channel_folder_id: other, is_archived: true });
}

async function defaults({ walk, adam, lobby, mel }: CatalogueWorld): Promise<void> {
  await walk.does(adam, defaultChannels.addDefaultChannel, { stream_id: lobby });
  const stream_names = ["open"];
  await walk.does(adam, defaultChannels.createDefaultGroup, { group_name: "Team", description: "Ours", stream_names });
  const group_id = walk.stateOf(mel).channels.defaultGroups[0]?.id as number;
  await walk.does(adam, defaultChannels.updateDefaultGroup, { group_id, new_description: "Everybody's" });
  await walk.does(adam, defaultChannels.changeDefaultGroupChannels, { group_id, op: "add", stream_names: ["web"] });
  await walk.does(adam, defaultChannels.removeDefaultChannel, { stream_id: lobby });
}

async function archiving({ walk, adam, olivia, mel, web, mona }: CatalogueWorld): Promise<void> {
  const group_id = walk.stateOf(mel).channels.defaultGroups[0]?.id as number;
  await walk.does(adam, defaultChannels.addDefaultChannel, { stream_id: web });
  await walk.does(olivia, api.realms.updateRealm, { new_stream_announcements_stream_id: web });
  await walk.happens("sendMessage", mel, () => mel.sends("#web > plans", "before it closes"));
  await walk.does(olivia, channelUpdates.replaceChannelEmailAddresses, { stream_id: web });
  await walk.does(olivia, channelUpdates.archiveChannel, { stream_id: web });
  await walk.does(olivia, channelUpdates.updateChannel, { stream_id: web, is_archived: false });
  await walk.does(adam, defaultChannels.deleteDefaultGroup, { group_id });
  const hidden = [...walk.stateOf(mona).channels.channels.values()].find(({ name }) => name === "hidden");
  await walk.does(olivia, channelUpdates.archiveChannel, { stream_id: hidden?.stream_id as number });
}
