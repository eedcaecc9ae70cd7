/** What the frame has besides the first view: writing, and what opens over a view. Each of these fails by itself. */
import { type ReactNode, useEffect } from "react";
import type { Address } from "../address/address.ts";
import { OpenedCard } from "../card/PersonCard.tsx";
import { Composing } from "../composer/Composing.tsx";
import { KeepingDrafts } from "../composer/KeepingDrafts.tsx";
import { stopWriting } from "../composer/ready.ts";
import { PickerHost } from "../emoji/PickerHost.tsx";
import { Fault } from "../parts/Fault.tsx";
import { showToast } from "../parts/toasts.tsx";
import { t } from "../text/text.ts";

export function SecondFrame({ address }: { readonly address: Address }) {
  return (
    <>
      {/* First, and outside of what may fail: what is written is saved. */}
      <KeepingDrafts />
      <Fault instead={(retry) => <Stopped retry={retry} />}>
        <Composing address={address} />
      </Fault>
      <Fault instead={nothing}>
        <OpenedCard />
      </Fault>
      <Fault instead={nothing}>
        <PickerHost />
      </Fault>
    </>
  );
}

const nothing = () => null;

function Stopped({ retry }: { readonly retry: () => void }): ReactNode {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each failure.
  useEffect(() => {
    const say = () => showToast({ text: t("composer.broken"), action: { label: t("parts.tryAgain"), do: retry } });
    stopWriting({ say, retry });
  }, []);
  return null;
}
