/** The reader's second factors: what they need to sign in besides a password. */
import { secondFactors as api, type ShapeOf } from "@parley/server/contract";
import { useEffect, useState } from "react";
import { sentenceOf } from "../../../actions/attempt.ts";
import { openDialog } from "../../../app/dialogs.tsx";
import { Button } from "../../../parts/buttons.tsx";
import { Failure, Skeleton } from "../../../parts/states.tsx";
import { useSession } from "../../../state/session.tsx";
import { useClock } from "../../../state/settings.ts";
import { momentText } from "../../../text/dates.ts";
import { t } from "../../../text/text.ts";
import { Section } from "../../Page.tsx";
import { Row } from "../../SettingRow.tsx";
import "./texts.ts";
import { AuthenticatorDialog } from "./AuthenticatorDialog.tsx";
import { RecoveryCodesDialog } from "./RecoveryCodesDialog.tsx";
import { RemoveAuthenticatorDialog } from "./RemoveAuthenticatorDialog.tsx";
import "./second-factors.css";

type Factors = ShapeOf<(typeof api.getSecondFactors)["response"]>;

export function SecondFactors() {
  const { connection } = useSession();
  const [factors, setFactors] = useState<Factors>();
  const [problem, setProblem] = useState<string>();
  const load = async () => {
    setProblem(undefined);
    try {
      setFactors(await connection.call(api.getSecondFactors, {}));
    } catch (error) {
      setProblem(sentenceOf(error));
    }
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: loaded when the page is opened.
  useEffect(() => void load(), []);
  const help = [t("secondFactors.help"), ...(factors?.is_required ? [t("secondFactors.required")] : [])].join(" ");
  return (
    <Section title={t("secondFactors.title")} help={help} name="second-factors">
      {problem !== undefined && <Failure text={problem} onRetry={() => void load()} />}
      {!factors && problem === undefined && <Skeleton rows={1} />}
      {factors && <Authenticator factors={factors} onChange={() => void load()} />}
      {factors?.authenticator && <RecoveryCodes left={factors.recovery_codes_left} onChange={() => void load()} />}
    </Section>
  );
}

interface FactorProps {
  readonly factors: Factors;
  readonly onChange: () => void;
}

function Authenticator({ factors: { authenticator, is_required }, onChange }: FactorProps) {
  const clock = useClock();
  const hasFactor = authenticator !== null;
  const opens = () =>
    openDialog((close) => <AuthenticatorDialog hasFactor={hasFactor} onChange={onChange} onClose={close} />);
  const removes = () => openDialog((close) => <RemoveAuthenticatorDialog onChange={onChange} onClose={close} />);
  return (
    <Row
      name="authenticator"
      label={<span>{t("secondFactors.app")}</span>}
      help={<small>{authenticator ? usageText(authenticator, clock) : t("secondFactors.appOff")}</small>}
    >
      <Button onPress={opens}>{t(hasFactor ? "secondFactors.replace" : "secondFactors.setUp")}</Button>
      {hasFactor && !is_required && <Button onPress={removes}>{t("secondFactors.remove")}</Button>}
    </Row>
  );
}

function usageText(
  { created_at, last_used_at }: NonNullable<Factors["authenticator"]>,
  clock: ReturnType<typeof useClock>,
): string {
  const since = momentText(created_at, clock);
  if (last_used_at === null) return t("secondFactors.appOn", { since });
  return t("secondFactors.appUsed", { since, used: momentText(last_used_at, clock) });
}

function RecoveryCodes({ left, onChange }: { readonly left: number; readonly onChange: () => void }) {
  return (
    <Row
      name="recovery-codes"
      label={<span>{t("secondFactors.codes")}</span>}
      help={<small>{t("secondFactors.codesLeft", { count: left })}</small>}
    >
      <Button onPress={() => openDialog((close) => <RecoveryCodesDialog onChange={onChange} onClose={close} />)}>
        {t("secondFactors.newCodes")}
      </Button>
    </Row>
  );
}
