/** The ways in which something leaves the server. */
export const DELIVERY_WAYS = ["email", "push", "webhook"] as const;
export type DeliveryWay = (typeof DELIVERY_WAYS)[number];
