/** The page of the reader's profile: picture, name, status, profile fields, and how others see it. */

import { Card } from "../../card/Card.tsx";
import { perform } from "../../keyboard/useCommand.ts";
import { Button } from "../../parts/buttons.tsx";
import { StatusEmoji } from "../../sidebar/StatusEmoji.tsx";
import { useOwnId } from "../../state/people.ts";
import { useStore } from "../../state/store.ts";
import { t } from "../../text/text.ts";
import { Group, Page, Section } from "../Page.tsx";
import type { SettingsPage } from "../page.ts";
import { Row } from "../SettingRow.tsx";
import { Picture } from "./Picture.tsx";
import { ProfileFields } from "./ProfileFields.tsx";
import { nameGroup } from "./page.ts";
import "./profile.css";

export function Profile({ page }: { readonly page: SettingsPage }) {
  const ownId = useOwnId();
  return (
    <Page page={page}>
      <Picture />
      <Group group={nameGroup}>
        <Status userId={ownId} />
      </Group>
      <ProfileFields />
      <Section title={t("profile.preview")} help={t("profile.previewHelp")}>
        <div className="card profile-preview">
          <Card userId={ownId} isPreview onLeave={() => {}} />
        </div>
      </Section>
    </Page>
  );
}

function Status({ userId }: { readonly userId: number }) {
  const status = useStore((state) => state.statuses.get(userId));
  return (
    <Row name="status" label={<span>{t("profile.status")}</span>} help={<small>{t("profile.statusHelp")}</small>}>
      {status && (
        <span className="setting-value" dir="auto">
          <StatusEmoji status={status} /> {status.status_text}
        </span>
      )}
      <Button onPress={() => perform("setStatus")}>{t("profile.setStatus")}</Button>
    </Row>
  );
}
