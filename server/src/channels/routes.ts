import { isAdministrator, isGuest } from "../access/roles.ts";
import { demand } from "../api/index.ts";
import { defaultChannelIds } from "../default-channels/store.ts";
import { MustBeAdministrator } from "../http/gate.ts";
import { route, snapshotRoute } from "../http/route.ts";
import * as contract from "./contract.ts";
import { hasContentAccess, hasMetadataAccess } from "./permissions.ts";
import { presentChannels } from "./present.ts";
import { allChannels, type Channel, subscribedChannelIds } from "./store.ts";
import { subscribe } from "./subscribe/actions.ts";
import { subscriptionLists } from "./subscription-lists.ts";

export const channelRoutes = [
  route(contract.subscribe, async (ctx, request) => {
    const { unauthorized, ...outcome } = await subscribe(ctx, request);
    return {
      ...outcome,
      ...(request.authorization_errors_fatal ? {} : { unauthorized }),
      ...(request.send_new_subscription_messages ? { new_subscription_messages_sent: false } : {}),
    };
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
