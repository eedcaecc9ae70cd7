/** The last requests to a bot's addresses, and what became of them. */
import { narrowAddress } from "../../address/address.ts";
import { nearMessage } from "../../address/narrow.ts";
import { Button } from "../../parts/buttons.tsx";
import { Icon } from "../../parts/Icon.tsx";
import { Empty, Failure, Skeleton } from "../../parts/states.tsx";
import { useHref } from "../../state/place.ts";
import { useClock } from "../../state/settings.ts";
import { momentText } from "../../text/dates.ts";
import { t } from "../../text/text.ts";
import type { Delivery, LoadedDeliveries } from "./useDeliveries.ts";

export function Deliveries({ requests }: { readonly requests: LoadedDeliveries }) {
  const { deliveries, problem, reload } = requests;
  return (
    <>
      {problem !== undefined && <Failure text={problem} onRetry={reload} />}
      {!deliveries && problem === undefined && <Skeleton rows={1} />}
      {deliveries?.length === 0 && <Empty icon="history" title={t("integrations.noDeliveries")} />}
      {deliveries && deliveries.length > 0 && (
        <ol className="integration-deliveries" aria-label={t("integrations.deliveries")}>
          {deliveries.map((each) => (
            <li key={each.id} data-outcome={each.outcome}>
              <Entry delivery={each} />
            </li>
          ))}
        </ol>
      )}
      <Button icon="refresh" onPress={reload}>
        {t("integrations.reload")}
      </Button>
    </>
  );
}

const ICONS = { posted: "check", ignored: "minus", refused: "alert" } as const;

function Entry({ delivery }: { readonly delivery: Delivery }) {
  const clock = useClock();
  const { integration, event, received_at, outcome, message_id } = delivery;
  return (
    <>
      <Icon name={ICONS[outcome]} />
      <span>
        <span>{outcomeText(delivery)}</span>
        <small>
          <time dateTime={new Date(received_at * 1000).toISOString()}>{momentText(received_at, clock)}</time>
          {" · "}
          <bdi>{integration}</bdi>
          {event !== null && (
            <>
              {" · "}
              <bdi>{event}</bdi>
            </>
          )}
        </small>
      </span>
      {message_id !== null && <MessageLink id={message_id} />}
    </>
  );
}

function outcomeText({ outcome, code, reason }: Delivery): string {
  if (outcome === "posted") return t("integrations.posted");
  if (outcome === "ignored") return t(code === null ? "integrations.ignored" : "integrations.unsupported");
  return reason === null ? t("integrations.refused") : t("integrations.refusedBecause", { reason });
}

function MessageLink({ id }: { readonly id: number }) {
  const href = useHref(narrowAddress(nearMessage([], id)));
  return <a href={href}>{t("integrations.openMessage")}</a>;
}
