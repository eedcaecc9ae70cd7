/** The recipient row, "To ▣ launch › topic" or people; replies fill it in, and it can be changed. */
import { useSyncExternalStore } from "react";
import { BareButton } from "../../parts/buttons.tsx";
import { Icon } from "../../parts/Icon.tsx";
import { MenuButton } from "../../parts/Menu.tsx";
import { Tile } from "../../parts/Tile.tsx";
import { useStore } from "../../state/store.ts";
import { t } from "../../text/text.ts";
import { desk } from "../desk.ts";
import type { Target } from "../target.ts";
import { topicRule } from "../topic-rule.ts";
import { ChannelField } from "./ChannelField.tsx";
import { PeopleField } from "./PeopleField.tsx";
import { TopicField } from "./TopicField.tsx";

interface RecipientRowProps {
  /** The target is not the conversation in view, which must be obvious. */
  readonly isElsewhere: boolean;
}

export function RecipientRow({ isElsewhere }: RecipientRowProps) {
  const { target } = useSyncExternalStore(desk.subscribe, desk.get);
  return (
    <div className={isElsewhere ? "to elsewhere" : "to"}>
      <KindMenu />
      {target.to === "direct" ? (
        <PeopleField userIds={target.userIds} />
      ) : (
        <ChannelRecipient channelId={target.channelId} topic={target.topic} />
      )}
    </div>
  );
}

function readdress(target: Target): void {
  desk.readdress(target);
  desk.focus("recipient");
}

function KindMenu() {
  const rows = [
    {
      id: "channel",
      label: t("keys.newChannelMessage"),
      icon: "hash" as const,
      onAction: () => readdress({ to: "channel", channelId: undefined, topic: "" }),
    },
    {
      id: "direct",
      label: t("keys.newDirectMessage"),
      icon: "dm" as const,
      onAction: () => readdress({ to: "direct", userIds: [] }),
    },
  ];
  return (
    <MenuButton label={t("composer.to")} rows={rows} placement="top start">
      <BareButton className="lead">{t("composer.to")}</BareButton>
    </MenuButton>
  );
}

function ChannelRecipient({ channelId, topic }: { readonly channelId: number | undefined; readonly topic: string }) {
  const rule = useStore((state) => topicRule(state, channelId));
  return (
    <>
      {channelId !== undefined && <Tile channelId={channelId} />}
      <ChannelField channelId={channelId} />
      {channelId !== undefined && rule !== "none" && (
        <>
          <Icon name="right" size="s" />
          <TopicField channelId={channelId} topic={topic} isRequired={rule === "required"} />
        </>
      )}
    </>
  );
}
