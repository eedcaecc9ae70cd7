import * as contract from "../../src/channels/contract.ts";
import { createChannel } from "../../src/channels/create/contract.ts";
import * as read from "../../src/channels/read/contract.ts";
import * as subscriptions from "../../src/channels/subscribe/contract.ts";
import { archiveChannel, replaceChannelEmailAddresses, updateChannel } from "../../src/channels/update/contract.ts";
import type { Story } from "../scene.ts";

export const channelExamples: Story = async ({ shows, olivia, ada, ben, chiara, dev, gus, channels }) => {
  const { id: stream_id } = await shows(createChannel, ada, {
    name: "audiobooks",
    description: "Voices and studios.",
    subscribers: [ada.id, chiara.id],
  });
  await shows(contract.subscribe, chiara, {
    subscriptions: [{ name: "audiobooks" }],
    principals: [chiara.id, dev.id],
  });
  await shows(contract.getSubscriptions, gus, {});
  await shows(contract.getChannels, gus, { include_subscribed: true });
  await shows(read.getChannel, dev, { stream_id });
  await shows(read.getChannelId, dev, { stream: "launch" });
  await shows(read.getChannelMembers, dev, { stream_id: channels.launch });
  await shows(read.getChannelEmailAddress, dev, { stream_id: channels.launch });
  await shows(subscriptions.getSubscriptionStatus, ada, { user_id: dev.id, stream_id });
  await shows(subscriptions.getUserChannels, ada, { user_id: dev.id });
  await shows(subscriptions.updateSubscriptionSettings, dev, {
    subscription_data: [
      { stream_id: channels.launch, property: "pin_to_top", value: true },
      { stream_id: channels.launch, property: "color", value: "#76ce90" },
    ],
  });
  await shows(subscriptions.updateSubscription, dev, { stream_id, property: "is_muted", value: true });
  await shows(subscriptions.changeSubscriptions, ben, { add: [{ name: "audiobooks" }], delete: ["sandbox"] });
  await shows(subscriptions.unsubscribe, olivia, { subscriptions: ["design"], principals: [gus.id] });
  await shows(updateChannel, ada, { stream_id, new_name: "audio", description: "Audiobooks and the podcast." });
  await shows(replaceChannelEmailAddresses, ada, { stream_id });
  await shows(archiveChannel, ada, { stream_id });
};
