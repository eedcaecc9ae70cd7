/** The header of a channel's feed. */
import type { ReactNode } from "react";
import { Icon } from "../../parts/Icon.tsx";
import { Tile } from "../../parts/Tile.tsx";
import { useHref } from "../../state/place.ts";
import { useStore } from "../../state/store.ts";
import { numberText } from "../../text/dates.ts";
import { t } from "../../text/text.ts";
import { TitleFrame } from "./Header.tsx";

interface ChannelTitleProps {
  readonly channelId: number;
  readonly actions: ReactNode;
}

export function ChannelTitle({ channelId, actions }: ChannelTitleProps) {
  const name = useStore((state) => state.channels.channels.get(channelId)?.name);
  const people = useStore((state) => state.channels.channels.get(channelId)?.subscriber_count ?? 0);
  const topics = useHref({ kind: "topics", channelId });
  return (
    <TitleFrame
      mark={<Tile channelId={channelId} size="l" />}
      above={name && <span className="num">{t("narrow.people", { count: people, number: numberText(people) })}</span>}
      title={
        <h1 className="trunc" dir="auto">
          {name ?? t("address.unknown")}
        </h1>
      }
    >
      {name && (
        <a className="btn plain" href={topics}>
          <Icon name="bullets" />
          {t("narrow.topics")}
        </a>
      )}
      {actions}
    </TitleFrame>
  );
}
