/** The reader's own settings for a channel: its colour, its place in the sidebar, notifications. */
import type { Channel } from "@parley/client";
import { subscriptions } from "@parley/server/contract";
import { attempt } from "../../actions/attempt.ts";
import { openDialog } from "../../app/dialogs.tsx";
import { Button } from "../../parts/buttons.tsx";
import { hueColour, hueOf } from "../../parts/hue.ts";
import { Empty } from "../../parts/states.tsx";
import { Tile } from "../../parts/Tile.tsx";
import { hueDialog } from "../../sidebar/hue-dialog.tsx";
import { useSession } from "../../state/session.tsx";
import { t } from "../../text/text.ts";
import { Section } from "../Page.tsx";
import { Row, SettingRow } from "../SettingRow.tsx";
import { saySaved } from "../saved.ts";
import { isFollowing, personalGroups } from "./personal-source.ts";

export function Personal({ channel }: { readonly channel: Channel }) {
  if (!channel.is_subscribed) return <Empty icon="bell" title={t("channelSettings.subscribeFirst")} />;
  const [inSidebar, notifications] = personalGroups(channel.stream_id);
  return (
    <>
      {inSidebar && (
        <Section title={t(inSidebar.title)}>
          <Colour channel={channel} />
          {inSidebar.settings.map((setting) => (
            <SettingRow key={setting.key} setting={setting} source={inSidebar.source} />
          ))}
        </Section>
      )}
      {notifications && (
        <Section title={t(notifications.title)} help={t("channelSettings.notificationsHelp")}>
          {notifications.settings.map((setting) => (
            <SettingRow key={setting.key} setting={setting} source={notifications.source}>
              {isFollowing(channel, setting.key) && <span className="quiet">{t("channelSettings.following")}</span>}
            </SettingRow>
          ))}
        </Section>
      )}
    </>
  );
}

function Colour({ channel }: { readonly channel: Channel }) {
  const { stream_id, name, personal } = channel;
  const { connection } = useSession();
  const before = personal?.color ?? "";
  const save = (value: string) =>
    connection.call(subscriptions.updateSubscription, { stream_id, property: "color", value });
  const choose = (hue: number) =>
    void attempt(async () => {
      await save(hueColour(hue));
      saySaved({ undo: () => void attempt(() => save(before)) });
    });
  return (
    <Row name="color" label={t("rowMenus.colour")}>
      <Tile channelId={stream_id} />
      <Button onPress={() => openDialog(hueDialog(name, hueOf(before), choose))}>
        {t("channelSettings.changeColour")}
      </Button>
    </Row>
  );
}
