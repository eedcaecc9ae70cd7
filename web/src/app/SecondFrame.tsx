/** What the frame has besides the first view: writing, and what opens over a view. Each of these fails by itself. */
import type { Address } from "../address/address.ts";
import { OpenedCard } from "../card/PersonCard.tsx";
import { Composing } from "../composer/Composing.tsx";
import { PickerHost } from "../emoji/PickerHost.tsx";

export function SecondFrame({ address }: { readonly address: Address }) {
  return (
    <>
      <Composing address={address} />
      <OpenedCard />
      <PickerHost />
    </>
  );
}
