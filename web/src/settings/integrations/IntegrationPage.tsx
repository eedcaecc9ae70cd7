/** One integration: the address for its service, how to set it up, a test, and the last requests. */
import { useState } from "react";
import { useIsPhone } from "../../app/screen.ts";
import { Failure, Skeleton } from "../../parts/states.tsx";
import { useHref } from "../../state/place.ts";
import { useRealm } from "../../state/settings.ts";
import { useStore } from "../../state/store.ts";
import { t } from "../../text/text.ts";
import { PageFrame, Section } from "../Page.tsx";
import { AddressForm } from "./AddressForm.tsx";
import { type ChosenAddress, NOTHING_CHOSEN, optionsFrom, urlFrom } from "./chosen.ts";
import { Deliveries } from "./Deliveries.tsx";
import { Documentation } from "./Documentation.tsx";
import { Picture } from "./Picture.tsx";
import { Secret } from "./Secret.tsx";
import { SendTest } from "./SendTest.tsx";
import { type Integration, useCatalogue } from "./useCatalogue.ts";
import { useDeliveries } from "./useDeliveries.ts";

export function IntegrationPage({ name }: { readonly name: string }) {
  const isPhone = useIsPhone();
  const { integrations, problem, reload } = useCatalogue();
  const integration = integrations?.find((each) => each.name === name);
  const back = { href: useHref({ kind: "settings", section: "integrations" }), label: t("integrations.all") };
  return (
    <PageFrame
      title={
        integration ? (
          <span className="integration-title">
            <Picture picture={integration.picture} />
            {integration.display_name}
          </span>
        ) : (
          t("address.integrations")
        )
      }
      about={
        <span lang="en" dir="ltr">
          {integration?.about}
        </span>
      }
      back={back}
      actions={
        !isPhone && (
          <a className="btn" href={back.href}>
            {back.label}
          </a>
        )
      }
    >
      {problem !== undefined && <Failure text={problem} onRetry={reload} />}
      {!integrations && problem === undefined && <Skeleton />}
      {integrations && !integration && <p className="axis quiet">{t("integrations.unknown")}</p>}
      {integration && <SetUp integration={integration} />}
    </PageFrame>
  );
}

function SetUp({ integration }: { readonly integration: Integration }) {
  const origin = useRealm("realm_url");
  const [chosen, setChosen] = useState<ChosenAddress>(NOTHING_CHOSEN);
  const bot = useStore((state) => state.bots.get(chosen.botId ?? 0));
  const url = bot && urlFrom(origin, integration, bot.api_key, chosen);
  return (
    <>
      <Section title={t("integrations.address")} help={t("integrations.addressHelp")}>
        <AddressForm integration={integration} chosen={chosen} url={url} onChange={setChosen} />
      </Section>
      <Section title={t("integrations.setUp")}>
        <Documentation integration={integration} url={url} />
      </Section>
      {bot && <OfBot key={bot.user_id} integration={integration} botId={bot.user_id} chosen={chosen} />}
    </>
  );
}

interface OfBotProps {
  readonly integration: Integration;
  readonly botId: number;
  readonly chosen: ChosenAddress;
}

function OfBot({ integration, botId, chosen }: OfBotProps) {
  const requests = useDeliveries(botId);
  return (
    <>
      <Section title={t("integrations.secret")}>
        <Secret integration={integration} botId={botId} hasSecret={requests.hasSecret} onChange={requests.reload} />
      </Section>
      <Section title={t("integrations.test")} help={t("integrations.testHelp")}>
        <SendTest
          integration={integration}
          botId={botId}
          options={optionsFrom(integration, chosen)}
          onSent={requests.reload}
        />
      </Section>
      <Section title={t("integrations.deliveries")} help={t("integrations.deliveriesHelp")}>
        <Deliveries requests={requests} />
      </Section>
    </>
  );
}
