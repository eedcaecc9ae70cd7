/** A message with answer buttons. */
import { Button } from "../parts/buttons.tsx";
import type { Choices } from "./choices.ts";

interface OfferProps {
  readonly offer: Choices;
  /** Sends the answer to the conversation; undefined if the reader may not post there. */
  readonly reply: ((text: string) => void) | undefined;
}

export function Offer({ offer, reply }: OfferProps) {
  return (
    <section className="widget offer" aria-label={offer.heading}>
      <div className="widget-head">
        <b dir="auto">{offer.heading}</b>
      </div>
      {offer.choices.map((choice) => (
        <div className="offer-row" key={choice.reply}>
          <Button isDisabled={!reply} onPress={() => reply?.(choice.reply)}>
            {choice.shortName}
          </Button>
          <span dir="auto">{choice.longName}</span>
        </div>
      ))}
    </section>
  );
}
