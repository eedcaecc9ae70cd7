/** The reader's notification settings for the conversation: follow or mute. */
import { muteChannel } from "../actions/channels.ts";
import { changeTopicPolicy, VisibilityPolicy } from "../actions/topic-policies.ts";
import { isChannelMuted } from "../inbox-order/standing.ts";
import { Icon } from "../parts/Icon.tsx";
import { Segments } from "../parts/Segments.tsx";
import { useSession } from "../state/session.tsx";
import { useStore } from "../state/store.ts";
import { t } from "../text/text.ts";
import { type PolicyName, useTopicState } from "../views/messages/useTopicState.ts";
import { Group } from "./Group.tsx";

export function TopicStanding({ channelId, topic }: { readonly channelId: number; readonly topic: string }) {
  const session = useSession();
  const { policy } = useTopicState(channelId, topic);
  const isInMuted = useStore((state) => isChannelMuted(state, channelId));
  // In a muted channel, unmuting a topic is an additional choice.
  const policies: readonly PolicyName[] =
    isInMuted || policy === "unmuted" ? ["muted", "none", "unmuted", "followed"] : ["muted", "none", "followed"];
  return (
    <Group name={t("narrow.followMenu")}>
      <Segments
        label={t("narrow.followMenu")}
        value={policy}
        onChange={(next) => void changeTopicPolicy(session, channelId, topic, VisibilityPolicy[next])}
        options={policies.map((value) => ({ value, label: t(`narrow.${value}`) }))}
      />
    </Group>
  );
}

export function ChannelStanding({ channelId }: { readonly channelId: number }) {
  const session = useSession();
  const isMuted = useStore((state) => isChannelMuted(state, channelId));
  const isSubscribed = useStore((state) => state.channels.channels.get(channelId)?.is_subscribed === true);
  if (!isSubscribed) return null;
  return (
    <button type="button" className="file" onClick={() => void muteChannel(session, channelId, !isMuted)}>
      <Icon name={isMuted ? "volume" : "mute"} />
      {t(isMuted ? "panel.unmuteChannel" : "panel.muteChannel")}
    </button>
  );
}
