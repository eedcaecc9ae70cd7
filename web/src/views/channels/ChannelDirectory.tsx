/** The channel list: subscribed, available and all channels, and creating new ones. */
import type { Channel } from "@parley/client";
import { useState } from "react";
import { subscribe, unsubscribe } from "../../actions/channels.ts";
import { narrowAddress } from "../../address/address.ts";
import { channelNarrow } from "../../address/narrow.ts";
import { ListComposer } from "../../composer/ListComposer.tsx";
import { useCommand } from "../../keyboard/useCommand.ts";
import { Button } from "../../parts/buttons.tsx";
import { Icon } from "../../parts/Icon.tsx";
import { later } from "../../parts/later.tsx";
import { Segments } from "../../parts/Segments.tsx";
import { Empty } from "../../parts/states.tsx";
import { Tile } from "../../parts/Tile.tsx";
import { kindsToMake } from "../../settings/channels/privacy.ts";
import { useGo, useHref } from "../../state/place.ts";
import { useSession } from "../../state/session.tsx";
import { useStore } from "../../state/store.ts";
import { t } from "../../text/text.ts";
import { type RowCursor, useRowCursor } from "../rows/cursor.ts";
import { LISTS, type ListName, listed, mayJoin } from "./listed.ts";
import "../lists.css";
import "./channels.css";

const NewChannel = later(() =>
  import("../../settings/channels/new/NewChannel.tsx").then((loaded) => loaded.NewChannel),
);

interface ChannelDirectoryProps {
  readonly list: ListName | "new";
  /** The folder for a new channel. */
  readonly folderId?: number;
}

export function ChannelDirectory({ list: asked, folderId }: ChannelDirectoryProps) {
  const session = useSession();
  const go = useGo();
  const list = asked === "new" ? "subscribed" : asked;
  const [typed, setTyped] = useState("");
  const state = useStore((each) => each);
  const shown = listed(state, list, typed);
  const cursor = useRowCursor(shown.map(({ stream_id }) => `${stream_id}`));
  const mayMake = kindsToMake(state).length > 0;
  const open = (next: ListName | "new") => go({ kind: "channels", list: next });
  const current = () => shown.find(({ stream_id }) => `${stream_id}` === cursor.key);

  useCommand("newChannel", () => (mayMake ? open("new") : false));
  useCommand("subscribeChannel", () => {
    const channel = current();
    return channel ? toggle(channel) : false;
  });
  useCommand("openChannel", () => {
    const channel = current();
    return channel ? go(narrowAddress(channelNarrow(channel.stream_id))) : false;
  });
  const step = (by: 1 | -1) => open(LISTS[(LISTS.indexOf(list) + by + LISTS.length) % LISTS.length] ?? "all");
  useCommand("previousTab", () => step(-1));
  useCommand("nextTab", () => step(1));

  const toggle = (channel: Channel) => {
    if (channel.is_subscribed) void unsubscribe(session, channel.stream_id);
    else if (mayJoin(session.store.state, channel)) void subscribe(session, channel.name);
    else return false;
    return undefined;
  };
  return (
    <div className="view">
      <div className="list" data-region="log">
        <header className="axis page-head" data-region="header">
          <span className="m" />
          <span />
          <div className="c">
            <h1>{t("directory.title")}</h1>
            <span className="spacer" />
            <Segments
              label={t("directory.lists")}
              value={list}
              options={LISTS.map((value) => ({ value, label: t(`directory.${value}`) }))}
              onChange={open}
            />
            <input
              type="search"
              className="field"
              aria-label={t("directory.filter")}
              placeholder={t("directory.filter")}
              value={typed}
              onChange={({ target }) => setTyped(target.value)}
            />
            {mayMake && (
              <Button kind="primary" icon="plus" onPress={() => open("new")}>
                {t("directory.newChannel")}
              </Button>
            )}
          </div>
        </header>
        {shown.length === 0 && (
          <Empty
            icon="hash"
            title={t(
              typed !== ""
                ? "directory.none"
                : list === "available"
                  ? "directory.noneAvailable"
                  : "directory.noneSubscribed",
            )}
          />
        )}
        <ul aria-label={t(`directory.${list}`)}>
          {shown.map((channel) => (
            <ChannelRow key={channel.stream_id} channel={channel} cursor={cursor} onToggle={() => toggle(channel)} />
          ))}
        </ul>
      </div>
      <ListComposer />
      {asked === "new" && (
        <NewChannel {...(folderId === undefined ? {} : { folderId })} onClose={() => open("subscribed")} />
      )}
    </div>
  );
}

interface ChannelRowProps {
  readonly channel: Channel;
  readonly cursor: RowCursor;
  readonly onToggle: () => void;
}

function ChannelRow({ channel, cursor, onToggle }: ChannelRowProps) {
  const { stream_id: id, name, description, subscriber_count, stream_weekly_traffic, is_subscribed } = channel;
  const href = useHref(narrowAddress(channelNarrow(id)));
  const settings = useHref({ kind: "channel", channelId: id, tab: "general" });
  const isJoinable = useStore((state) => mayJoin(state, channel));
  const classes = ["axis conv channel-row", cursor.key === `${id}` && "cursor"].filter(Boolean).join(" ");
  return (
    <li className={classes}>
      <span className="m" />
      <Tile channelId={id} />
      <div className="c">
        <a className="words" href={href} {...cursor.linkProps(`${id}`)}>
          <b className="trunc" dir="auto">
            {name}
          </b>
          {channel.is_archived && <span className="tag">{t("directory.archived")}</span>}
          <span className="quiet trunc" dir="auto">
            {description}
          </span>
        </a>
        <span className="quiet num channel-facts">
          {t("directory.people", { count: subscriber_count })}
          {stream_weekly_traffic !== null && <span>{t("directory.weekly", { count: stream_weekly_traffic })}</span>}
        </span>
        {is_subscribed ? (
          <Button kind="plain" onPress={onToggle}>
            {t("directory.unsubscribe")}
          </Button>
        ) : (
          isJoinable && <Button onPress={onToggle}>{t("directory.subscribe")}</Button>
        )}
        <a
          className="ib"
          href={settings}
          aria-label={t("directory.settings", { name })}
          title={t("directory.settings", { name })}
        >
          <Icon name="gear" />
        </a>
      </div>
    </li>
  );
}
