import { isAdministrator, isGuest } from "../kernel/access/roles.ts";
import { defaultsOf, demand } from "../kernel/api/index.ts";
import { MustBeAdministrator } from "../kernel/http/gate.ts";
import { route, snapshotRoute } from "../kernel/http/route.ts";
import { channelToAdminister } from "./access.ts";
import * as contract from "./contract.ts";
import { createChannel } from "./create/contract.ts";
import { createSingleChannel } from "./create/single.ts";
import { defaultChannelIds } from "./default-channels/store.ts";
import { hasContentAccess, hasMetadataAccess } from "./permissions.ts";
import { presentChannels } from "./present.ts";
import { allChannels, type Channel } from "./store.ts";
import { subscribe } from "./subscribe/actions.ts";
import * as leaving from "./subscribe/contract.ts";
import { unsubscribe } from "./subscribe/remove.ts";
import { setSubscriptionSetting } from "./subscribe/settings.ts";
import { subscriptionLists } from "./subscription-lists.ts";
import { subscribedChannelIds } from "./subscriptions/store.ts";
import { updateChannel } from "./update/actions.ts";
import { archive } from "./update/archive.ts";
import * as updating from "./update/contract.ts";

export const channelRoutes = [
  route(contract.subscribe, async (ctx, request) => {
    const { unauthorized, areNoticesSent, ...outcome } = await subscribe(ctx, request);
    return {
      ...outcome,
      ...(request.authorization_errors_fatal ? {} : { unauthorized }),
      ...(request.send_new_subscription_messages ? { new_subscription_messages_sent: areNoticesSent } : {}),
    };
  }),

  route(leaving.unsubscribe, (ctx, { subscriptions, principals }) => unsubscribe(ctx, subscriptions, principals)),

  route(leaving.changeSubscriptions, async (ctx, request) => {
    demand(request.add.length + request.delete.length > 0, new leaving.NothingToDo());
    const answer = { subscribed: {}, already_subscribed: {}, removed: [], not_removed: [] };
    if (request.add.length > 0) {
      const defaults = { ...defaultsOf(contract.subscribe.params), subscriptions: request.add };
      const { unauthorized: _, areNoticesSent, ...outcome } = await subscribe(ctx, defaults as never);
      Object.assign(answer, outcome, { new_subscription_messages_sent: areNoticesSent });
    }
    if (request.delete.length > 0) Object.assign(answer, await unsubscribe(ctx, request.delete));
    return answer;
  }),

  route(leaving.updateSubscriptionSettings, async (ctx, { subscription_data }) => {
    for (const { stream_id, property, value } of subscription_data)
      await setSubscriptionSetting(ctx, stream_id, property, value);
    return {};
  }),

  route(leaving.updateSubscription, async (ctx, { stream_id, property, value }) => {
    await setSubscriptionSetting(ctx, stream_id, property, value);
    return {};
  }),

  route(createChannel, async (ctx, request) => ({ id: await createSingleChannel(ctx, request) })),

  route(updating.updateChannel, async (ctx, { stream_id, ...request }) => {
    await updateChannel(ctx, await channelToAdminister(ctx, stream_id), request);
    return {};
  }),

  route(updating.archiveChannel, async (ctx, { stream_id }) => {
    await archive(ctx, await channelToAdminister(ctx, stream_id));
    return {};
  }),

  snapshotRoute(contract.getSubscriptions, async (ctx, { include_subscribers }) => {
    const { subscriptions } = await subscriptionLists(ctx, { include_subscribers, includeArchived: false });
    return { subscriptions };
  }),

  snapshotRoute(contract.getChannels, async (ctx, wanted) => {
    const { user, realm, db } = ctx;
    demand(!wanted.include_all_active || isAdministrator(user), new MustBeAdministrator());
    const defaults = new Set(await defaultChannelIds(db, realm.id));
    const ofOwner = new Set(
      wanted.include_owner_subscribed && user.bot_owner_id !== null
        ? await subscribedChannelIds(db, user.bot_owner_id)
        : [],
    );
    const isIncluded = (channel: Channel) => {
      if (channel.is_archived && wanted.exclude_archived) return false;
      if (wanted.include_all || wanted.include_all_active) return hasMetadataAccess(user, channel);
      if (wanted.include_can_access_content && hasContentAccess(user, channel)) return true;
      if (wanted.include_subscribed && channel.is_subscribed) return true;
      if (wanted.include_web_public && channel.is_web_public && !channel.is_archived) return true;
      if (wanted.include_default && defaults.has(channel.id) && hasMetadataAccess(user, channel)) return true;
      if (ofOwner.has(channel.id)) return true;
      return wanted.include_public && !channel.invite_only && !isGuest(user);
    };
    const channels = (await allChannels(db, realm.id, user.id)).filter(isIncluded);
    const streams = await presentChannels(db, realm, channels);
    if (!wanted.include_default) return { streams };
    return { streams: streams.map((stream) => ({ ...stream, is_default: defaults.has(stream.stream_id) })) };
  }),
];
