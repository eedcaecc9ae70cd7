/** A topic's notification settings: mute or follow. */
import { changeTopicPolicy, VisibilityPolicy } from "../../actions/topic-policies.ts";
import { IconButton } from "../../parts/buttons.tsx";
import { MenuButton } from "../../parts/Menu.tsx";
import type { IconName } from "../../parts/Sprite.tsx";
import { useSession } from "../../state/session.tsx";
import { t } from "../../text/text.ts";
import { type PolicyName, useTopicState } from "./useTopicState.ts";

const POLICIES: readonly PolicyName[] = ["muted", "none", "unmuted", "followed"];
const ICONS: Readonly<Record<PolicyName, IconName>> = {
  muted: "mute",
  none: "bell",
  unmuted: "bell",
  followed: "bell",
};

export function FollowMenu({ channelId, topic }: { readonly channelId: number; readonly topic: string }) {
  const session = useSession();
  const { policy } = useTopicState(channelId, topic);
  const rows = POLICIES.map((name) => ({
    id: name,
    label: t(`narrow.${name}`),
    isChosen: name === policy,
    onAction: () => void changeTopicPolicy(session, channelId, topic, VisibilityPolicy[name]),
  }));
  return (
    <MenuButton label={t("narrow.followMenu")} rows={rows}>
      <IconButton
        icon={ICONS[policy]}
        label={`${t("narrow.followMenu")}: ${t(`narrow.${policy}`)}`}
        isOn={policy === "followed"}
      />
    </MenuButton>
  );
}
