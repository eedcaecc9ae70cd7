/** The page of notifications. */
import { playSound } from "../../living/sounds.ts";
import { IconButton } from "../../parts/buttons.tsx";
import { useSetting } from "../../state/settings.ts";
import { t } from "../../text/text.ts";
import { Group, Page, Section } from "../Page.tsx";
import type { SettingsPage } from "../page.ts";
import { SettingRow } from "../SettingRow.tsx";
import { BrowserPermission } from "./BrowserPermission.tsx";
import { ChannelRules } from "./ChannelRules.tsx";
import { Matrix } from "./Matrix.tsx";
import { deliveryGroup, laterGroups, matrixGroup, wildcardGroup } from "./page.ts";
import "./notifications.css";

const ROWS = [
  { label: "notify.direct", help: "notify.directHelp" },
  { label: "notify.followed", help: "notify.followedHelp" },
  { label: "notify.channel", help: "notify.channelHelp" },
] as const;

export function Notifications({ page }: { readonly page: SettingsPage }) {
  const sound = useSetting("notification_sound");
  const { title, source, settings } = deliveryGroup;
  return (
    <Page page={page}>
      <BrowserPermission />
      <Section title={t(matrixGroup.title)}>
        <Matrix
          rows={ROWS.map(({ label, help }, at) => ({
            key: label,
            name: t(label),
            help: t(help),
            source: matrixGroup.source,
            settings: matrixGroup.settings.slice(at * 4, at * 4 + 4),
          }))}
        />
      </Section>
      <Group group={wildcardGroup} />
      <ChannelRules />
      <Section title={t(title)}>
        {settings.map((setting) => (
          <SettingRow key={setting.key} setting={setting} source={source}>
            {setting.key === "notification_sound" && sound !== "none" && (
              <IconButton icon="volume" label={t("notify.play")} onPress={() => void playSound(sound)} />
            )}
          </SettingRow>
        ))}
      </Section>
      {laterGroups.map((each) => (
        <Group key={each.title} group={each} />
      ))}
    </Page>
  );
}
