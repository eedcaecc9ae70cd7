/** The page of the organization's profile: name, pictures, address, and deactivating it. */
import { holderOf } from "@parley/client";
import { mayDeactivate } from "@parley/server/organization/realms/permissions.ts";
import { openDialog } from "../../../app/dialogs.tsx";
import { Button } from "../../../parts/buttons.tsx";
import { useRealm } from "../../../state/settings.ts";
import { useStore } from "../../../state/store.ts";
import { t } from "../../../text/text.ts";
import { Group, Page, Section } from "../../Page.tsx";
import type { SettingsPage } from "../../page.ts";
import { Row } from "../../SettingRow.tsx";
import { DeactivateDialog } from "./DeactivateDialog.tsx";
import { OrganizationPicture } from "./OrganizationPicture.tsx";
import { nameGroup } from "./page.ts";
import "./organization-profile.css";

export function OrganizationProfile({ page }: { readonly page: SettingsPage }) {
  return (
    <Page page={page}>
      <Group group={nameGroup}>
        <AddressRow />
      </Group>
      <Section title={t("organization.pictures")} help={t("organization.picturesHelp")}>
        <OrganizationPicture picture="icon" />
        <OrganizationPicture picture="logo" />
        <OrganizationPicture picture="night-logo" />
      </Section>
      <Deactivate />
    </Page>
  );
}

function AddressRow() {
  const url = useRealm("realm_url");
  return (
    <Row
      name="address"
      label={<span>{t("organization.address")}</span>}
      help={<small>{t("organization.addressHelp")}</small>}
    >
      <span className="setting-value" dir="ltr">
        {url}
      </span>
    </Row>
  );
}

function Deactivate() {
  const mayEnd = useStore((state) => mayDeactivate(holderOf(state)));
  return (
    <Section title={t("organization.deactivate")}>
      <Row
        name="deactivate"
        label={<span>{t("organization.deactivateLabel")}</span>}
        help={<small>{mayEnd ? t("organization.deactivateHelp") : t("organization.deactivateLocked")}</small>}
      >
        {mayEnd && (
          <Button kind="danger" onPress={() => openDialog((close) => <DeactivateDialog onClose={close} />)}>
            {t("organization.deactivateButton")}
          </Button>
        )}
      </Row>
    </Section>
  );
}
