/** The settings of a channel, in four tabs: what it is, the reader's own settings, its subscribers, its permissions. */
import type { Channel } from "@parley/client";
import { subscribe, unsubscribe } from "../../actions/channels.ts";
import { CHANNEL_TABS, type ChannelAddress, narrowAddress } from "../../address/address.ts";
import { channelNarrow } from "../../address/narrow.ts";
import { useCommand } from "../../keyboard/useCommand.ts";
import { Button } from "../../parts/buttons.tsx";
import { Banner, Empty } from "../../parts/states.tsx";
import { Tile } from "../../parts/Tile.tsx";
import { useGo, useHref } from "../../state/place.ts";
import { useSession } from "../../state/session.tsx";
import { useRealm } from "../../state/settings.ts";
import { useStore } from "../../state/store.ts";
import { t } from "../../text/text.ts";
import { mayJoin } from "../../views/channels/listed.ts";
import { PageFrame } from "../Page.tsx";
import { PermissionGroup } from "../who/PermissionGroup.tsx";
import { General } from "./General.tsx";
import { Personal } from "./Personal.tsx";
import { channelPermissionGroups } from "./permissions.ts";
import { KIND_TEXTS, kindOf } from "./privacy.ts";
import { Subscribers } from "./Subscribers.tsx";
import "./texts.ts";
import "./channel-page.css";

type ChannelTab = ChannelAddress["tab"];

const back = () => ({ href: "#channels/subscribed", label: t("channelSettings.allChannels") });

export function ChannelPage({ address: { channelId, tab } }: { readonly address: ChannelAddress }) {
  const channel = useStore((state) => state.channels.channels.get(channelId));
  const organization = useRealm("realm_name");
  const feed = useHref(narrowAddress(channelNarrow(channelId)));
  useTabKeys(channelId, tab);
  if (!channel)
    return (
      <PageFrame title={t("address.unknown")} about="" back={back()}>
        <Empty icon="hash" title={t("channelSettings.missing")} />
      </PageFrame>
    );
  const [kind] = KIND_TEXTS[kindOf(channel)];
  return (
    <PageFrame
      title={
        <a className="channel-title" href={feed}>
          <Tile channelId={channelId} />
          <span dir="auto">{channel.name}</span>
        </a>
      }
      about={t("channelSettings.about", {
        kind: t(kind, { organization }),
        people: t("directory.people", { count: channel.subscriber_count }),
      })}
      back={back()}
      actions={<Subscription channel={channel} />}
      tabs={<Tabs channelId={channelId} here={tab} />}
    >
      {channel.is_archived && (
        <div className="axis set-sec">
          <div className="c">
            <Banner kind="warn">{t("channelSettings.isArchived")}</Banner>
          </div>
        </div>
      )}
      <TabContent channel={channel} tab={tab} />
    </PageFrame>
  );
}

function TabContent({ channel, tab }: { readonly channel: Channel; readonly tab: ChannelTab }) {
  switch (tab) {
    case "general":
      return <General channel={channel} />;
    case "personal":
      return <Personal channel={channel} />;
    case "subscribers":
      return <Subscribers channel={channel} />;
    case "permissions":
      return channelPermissionGroups(channel.stream_id).map((group) => (
        <PermissionGroup key={group.title} group={group} />
      ));
  }
}

function Tabs({ channelId, here }: { readonly channelId: number; readonly here: ChannelTab }) {
  return (
    <nav className="c set-tabs" aria-label={t("channelSettings.tabs")}>
      {CHANNEL_TABS.map((tab) => (
        <TabLink key={tab} channelId={channelId} tab={tab} isHere={tab === here} />
      ))}
    </nav>
  );
}

function TabLink({ channelId, tab, isHere }: { channelId: number; tab: ChannelTab; isHere: boolean }) {
  const href = useHref({ kind: "channel", channelId, tab });
  return (
    <a className="set-tab" href={href} {...(isHere ? { "aria-current": "page" as const } : {})}>
      {t(`channelSettings.${tab}`)}
    </a>
  );
}

/** Arrows lead to the tab beside, unless they move something else. */
function useTabKeys(channelId: number, tab: ChannelTab): void {
  const go = useGo();
  const step = (by: 1 | -1) => {
    if (document.activeElement?.matches("input, select, textarea")) return false;
    const next = CHANNEL_TABS[(CHANNEL_TABS.indexOf(tab) + by + CHANNEL_TABS.length) % CHANNEL_TABS.length];
    return next && go({ kind: "channel", channelId, tab: next });
  };
  useCommand("previousTab", () => step(-1));
  useCommand("nextTab", () => step(1));
}

function Subscription({ channel }: { readonly channel: Channel }) {
  const session = useSession();
  const mayNow = useStore((state) => mayJoin(state, channel));
  if (channel.is_archived) return null;
  if (channel.is_subscribed)
    return <Button onPress={() => void unsubscribe(session, channel.stream_id)}>{t("directory.unsubscribe")}</Button>;
  if (!mayNow) return null;
  return (
    <Button kind="primary" onPress={() => void subscribe(session, channel.name)}>
      {t("directory.subscribe")}
    </Button>
  );
}
