/** Channels with their own notification rules. */
import type { State } from "@parley/client";
import { subscriptions } from "@parley/server/contract";
import { useState } from "react";
import { attempt } from "../../actions/attempt.ts";
import { Button, IconButton } from "../../parts/buttons.tsx";
import { Tile } from "../../parts/Tile.tsx";
import { useSession } from "../../state/session.tsx";
import { settingsOf } from "../../state/settings.ts";
import { useStore } from "../../state/store.ts";
import { t } from "../../text/text.ts";
import { Section } from "../Page.tsx";
import { saySaved } from "../saved.ts";
import { Matrix } from "./Matrix.tsx";
import { channelsWithRules, isInherited, RULES, rulesOf, sameAsOthers } from "./rules.ts";

const LABELS = ["notify.inDesktop", "notify.inSound", "notify.inMobile", "notify.inEmail"] as const;

export function ChannelRules() {
  const { connection, store } = useSession();
  const channels = useStore((state) => state.channels.channels);
  const settings = useStore(settingsOf);
  const [added, setAdded] = useState<readonly number[]>([]);
  const [isAdding, setAdding] = useState(false);
  const listed = channelsWithRules(channels, settings);
  const isListed = new Set(listed.map(({ stream_id }) => stream_id));
  // Chosen just now, and still like all others.
  const fresh = added.flatMap((id) => (isListed.has(id) ? [] : (channels.get(id) ?? [])));
  const reset = (id: number) => {
    setAdded(added.filter((each) => each !== id));
    const channel = store.state.channels.channels.get(id);
    const subscription_data = channel ? sameAsOthers(channel, settings) : [];
    if (subscription_data.length === 0) return;
    void attempt(async () => {
      await connection.call(subscriptions.updateSubscriptionSettings, { subscription_data });
      saySaved({});
    });
  };
  return (
    <Section title={t("notify.channels")} help={t("notify.channelsHelp")} name="channel-rules">
      {listed.length + fresh.length > 0 && (
        <Matrix
          rows={[...listed, ...fresh].map((channel) => ({
            key: `${channel.stream_id}`,
            name: (
              <span className="chan-name">
                <Tile channelId={channel.stream_id} />
                <span dir="auto">{channel.name}</span>
              </span>
            ),
            source: rulesOf(channel.stream_id),
            settings: RULES.map((key, at) => ({
              key,
              label: LABELS[at] ?? "notify.inDesktop",
              of: channel.name,
              isInherited: isInherited(channel, key),
            })),
            action: (
              <IconButton
                icon="close"
                size="s"
                label={t("notify.useDefaults", { channel: channel.name })}
                onPress={() => reset(channel.stream_id)}
              />
            ),
          }))}
        />
      )}
      {isAdding ? (
        <ChannelChoice
          channels={channels}
          taken={new Set([...isListed, ...added])}
          onChoose={(id) => {
            setAdding(false);
            setAdded([...added, id]);
          }}
        />
      ) : (
        <Button kind="plain" icon="plus" onPress={() => setAdding(true)}>
          {t("notify.addChannel")}
        </Button>
      )}
    </Section>
  );
}

interface ChannelChoiceProps {
  readonly channels: State["channels"]["channels"];
  readonly taken: ReadonlySet<number>;
  readonly onChoose: (channelId: number) => void;
}

function ChannelChoice({ channels, taken, onChoose }: ChannelChoiceProps) {
  const offered = [...channels.values()]
    .filter(({ stream_id, is_subscribed, is_archived }) => is_subscribed && !is_archived && !taken.has(stream_id))
    .sort((a, b) => a.name.localeCompare(b.name));
  return (
    <select
      className="field setting-select"
      aria-label={t("notify.chooseChannel")}
      // biome-ignore lint/a11y/noAutofocus: the reader asked for it.
      autoFocus
      value=""
      onChange={({ target }) => onChoose(Number(target.value))}
    >
      <option value="" disabled>
        {t("notify.chooseChannel")}
      </option>
      {offered.map(({ stream_id, name }) => (
        <option key={stream_id} value={stream_id}>
          {name}
        </option>
      ))}
    </select>
  );
}
