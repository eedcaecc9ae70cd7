import { type IntegrationEvent, integration, type Post } from "../integration.ts";
import { fields, link, type Markup, md, NOTHING, plain } from "../markup.ts";
import type { Payload } from "../payload.ts";
import type { ServiceRequest } from "../request.ts";
import { hmacOfTimeAndBody, valuesIn } from "../signatures.ts";

/** Currencies that have no smaller unit. */
const WHOLE = new Set("bif clp djf gnf jpy kmf krw mga pyg rwf ugx vnd vuv xaf xof xpf".split(" "));

/** Amounts are in the smallest unit. */
function money(amount: number | undefined, currency: string | undefined): string | undefined {
  if (amount === undefined || currency === undefined || !/^[a-z]{3}$/i.test(currency)) return undefined;
  const isWhole = WHOLE.has(currency.toLowerCase());
  return `${(isWhole ? amount : amount / 100).toFixed(isWhole ? 0 : 2)} ${currency.toUpperCase()}`;
}

const dashboard = (payload: Payload, path: string, id: string): string =>
  `https://dashboard.stripe.com/${payload.isTrue("livemode") ? "" : "test/"}${path}/${encodeURIComponent(id)}`;

interface Kind {
  readonly noun: string;
  /** In the dashboard. */
  readonly path: string;
  readonly amount: string;
  readonly topic: string;
}

const CHARGE: Kind = { noun: "Charge", path: "payments", amount: "amount", topic: "Payments" };
const PAYMENT: Kind = { noun: "Payment", path: "payments", amount: "amount", topic: "Payments" };
const DISPUTE: Kind = { noun: "Dispute", path: "disputes", amount: "amount", topic: "Disputes" };
const INVOICE: Kind = { noun: "Invoice", path: "invoices", amount: "amount_due", topic: "Invoices" };
const SUBSCRIPTION: Kind = {
  noun: "Subscription",
  path: "subscriptions",
  amount: "plan.amount",
  topic: "Subscriptions",
};
const CUSTOMER: Kind = { noun: "Customer", path: "customers", amount: "", topic: "Customers" };
const PAYOUT: Kind = { noun: "Payout", path: "payouts", amount: "amount", topic: "Payouts" };
const CHECKOUT: Kind = { noun: "Checkout", path: "payments", amount: "amount_total", topic: "Payments" };

const says =
  (kind: Kind, emoji: string, word: string) =>
  ({ payload }: ServiceRequest): Post => {
    const object = payload.part("data.object");
    const id = object.text("id");
    const amount = money(
      kind.amount === "" ? undefined : object.optionalNumber(kind.amount),
      object.firstText("currency", "plan.currency"),
    );
    return {
      topic: kind.topic,
      content: [
        md`${plain(emoji)} ${link(`${kind.noun} ${object.optionalText("number") ?? id}`, dashboard(payload, kind.path, id))} ${word}${amount === undefined ? NOTHING : md` (${amount})`}${payload.isTrue("livemode") ? NOTHING : md` in test mode`}`,
        details(object),
      ],
    };
  };

const details = (object: Payload): Markup =>
  fields(
    [
      "Customer",
      object.firstText(
        "customer_email",
        "billing_details.email",
        "receipt_email",
        "email",
        "customer_details.email",
        "customer",
      ),
    ],
    ["Description", object.optionalText("description")],
    ["Reason", object.firstText("failure_message", "last_payment_error.message", "outcome.seller_message", "reason")],
    ["Status", object.optionalText("status")],
  );

const event = (about: string, kind: Kind, emoji: string, word: string): IntegrationEvent => ({
  about,
  say: says(kind, emoji, word),
});

const TIME = "t";

export const stripe = integration({
  name: "stripe",
  title: "Stripe",
  category: "support and business",
  picture: { initials: "ST", color: "#635bff" },
  about: "Posts payments, invoices, subscriptions, disputes and payouts of Stripe.",
  setup: [
    "In Stripe, open **Developers**, **Webhooks**, and choose **Add destination**. Choose the events that you want, and `URL` as the endpoint.",
    "Copy the **Signing secret** (it begins with `whsec_`) and set it as the bot's secret.",
  ],
  signature: hmacOfTimeAndBody({
    read: ({ header }) => ({
      time: valuesIn(header("stripe-signature"), TIME)[0],
      signatures: valuesIn(header("stripe-signature"), "v1"),
    }),
    write: (time, signature) => ({ "stripe-signature": `${TIME}=${time},v1=${signature}` }),
    separator: ".",
    encoding: "hex",
    secondsOf: Number,
    timeOf: String,
    about:
      "Stripe makes the **Signing secret** of an endpoint and signs each request with the time (`Stripe-Signature`).",
  }),
  eventOf: ({ payload }) => payload.text("type"),
  events: {
    "charge.succeeded": event("A charge succeeds", CHARGE, ":check:", "succeeded"),
    "charge.failed": event("A charge fails", CHARGE, ":cross_mark:", "failed"),
    "charge.refunded": event("A charge is refunded", CHARGE, ":warning:", "was refunded"),
    "charge.dispute.created": event("A customer disputes a charge", DISPUTE, ":warning:", "was opened"),
    "charge.dispute.closed": event("A dispute is closed", DISPUTE, ":check:", "was closed"),
    "payment_intent.succeeded": event("A payment succeeds", PAYMENT, ":check:", "succeeded"),
    "payment_intent.payment_failed": event("A payment fails", PAYMENT, ":cross_mark:", "failed"),
    "checkout.session.completed": event("A checkout is completed", CHECKOUT, ":check:", "was completed"),
    "invoice.finalized": event("An invoice is finalized", INVOICE, ":memo:", "was finalized"),
    "invoice.paid": event("An invoice is paid", INVOICE, ":check:", "was paid"),
    "invoice.payment_failed": event(
      "The payment of an invoice fails",
      INVOICE,
      ":cross_mark:",
      "could not be collected",
    ),
    "customer.created": event("A customer is created", CUSTOMER, ":silhouette:", "was created"),
    "customer.deleted": event("A customer is deleted", CUSTOMER, ":silhouette:", "was deleted"),
    "customer.subscription.created": event("A subscription begins", SUBSCRIPTION, ":check:", "was created"),
    "customer.subscription.updated": event("A subscription changes", SUBSCRIPTION, ":memo:", "was updated"),
    "customer.subscription.deleted": event("A subscription ends", SUBSCRIPTION, ":stop_sign:", "was canceled"),
    "customer.subscription.trial_will_end": event(
      "A trial ends in three days",
      SUBSCRIPTION,
      ":bell:",
      "has a trial that ends soon",
    ),
    "payout.paid": event("A payout arrives", PAYOUT, ":check:", "was paid"),
    "payout.failed": event("A payout fails", PAYOUT, ":cross_mark:", "failed"),
  },
  deliveryId: { path: "id" },
});
