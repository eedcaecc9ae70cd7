/** The identity providers that the reader can sign in with, and whether their account is linked. */
import { linkedProviders as api } from "@parley/server/contract";
import { openDialog } from "../../../app/dialogs.tsx";
import { Button } from "../../../parts/buttons.tsx";
import { showToast } from "../../../parts/toasts.tsx";
import { useSession } from "../../../state/session.tsx";
import { useClock, useRealm } from "../../../state/settings.ts";
import { momentText } from "../../../text/dates.ts";
import { t } from "../../../text/text.ts";
import { Section } from "../../Page.tsx";
import { Row } from "../../SettingRow.tsx";
import type { SignInMethods } from "../sign-in-methods.ts";
import { IdentityDialog } from "./IdentityDialog.tsx";
import "./texts.ts";

type Provider = SignInMethods["providers"][number];

interface LinkedProvidersProps {
  readonly providers: readonly Provider[];
  readonly onChange: () => void;
}

export function LinkedProviders({ providers, onChange }: LinkedProvidersProps) {
  const organization = useRealm("realm_name");
  return (
    <Section
      title={t("linkedProviders.title")}
      help={t("linkedProviders.help", { organization })}
      name="linked-providers"
    >
      {providers.map((provider) => (
        <ProviderRow key={provider.id} provider={provider} onChange={onChange} />
      ))}
    </Section>
  );
}

function ProviderRow({ provider, onChange }: { readonly provider: Provider; readonly onChange: () => void }) {
  const clock = useClock();
  const { id, name, identity } = provider;
  const state = identity
    ? t("linkedProviders.linked", { since: momentText(identity.linked_at, clock) })
    : t("linkedProviders.notLinked");
  const help = identity?.is_only_way_in ? `${state}. ${t("linkedProviders.onlyWayIn")}` : state;
  return (
    <Row name={`provider-${id}`} label={<span dir="auto">{name}</span>} help={<small>{help}</small>}>
      {!identity && (
        <Button onPress={() => openDialog((close) => <LinkDialog provider={provider} onClose={close} />)}>
          {t("linkedProviders.link")}
        </Button>
      )}
      {identity && !identity.is_only_way_in && (
        <Button
          onPress={() =>
            openDialog((close) => (
              <UnlinkDialog name={name} identityId={identity.id} onChange={onChange} onClose={close} />
            ))
          }
        >
          {t("linkedProviders.unlink")}
        </Button>
      )}
    </Row>
  );
}

interface LinkDialogProps {
  readonly provider: Provider;
  readonly onClose: () => void;
}

function LinkDialog({ provider: { id, name }, onClose }: LinkDialogProps) {
  const { connection } = useSession();
  const leave = async (confirmation: string) => {
    const { url } = await connection.call(api.startProviderLink, { provider: id, confirmation });
    location.assign(url);
    return false;
  };
  return (
    <IdentityDialog
      title={t("linkedProviders.linkTitle", { provider: name })}
      note={t("linkedProviders.linkNote")}
      action={t("linkedProviders.goOn")}
      onConfirmed={leave}
      onClose={onClose}
    />
  );
}

interface UnlinkDialogProps {
  readonly name: string;
  readonly identityId: number;
  readonly onChange: () => void;
  readonly onClose: () => void;
}

function UnlinkDialog({ name, identityId, onChange, onClose }: UnlinkDialogProps) {
  const { connection } = useSession();
  const unlink = async (confirmation: string) => {
    await connection.call(api.unlinkProvider, { identity_id: identityId, confirmation });
    showToast({ text: t("linkedProviders.unlinked", { provider: name }) });
    onChange();
  };
  return (
    <IdentityDialog
      title={t("linkedProviders.unlinkTitle", { provider: name })}
      note={t("linkedProviders.unlinkNote")}
      action={t("linkedProviders.unlink")}
      isDangerous
      onConfirmed={unlink}
      onClose={onClose}
    />
  );
}
