/** What a dialog answers: its result, or that it was left while its work was under way, which may still take effect. */
export type Outcome<R> = {readonly kind: 'done'; readonly result: R} | {readonly kind: 'abandoned'};

/** Said at the first Esc while work is under way; the second one leaves. */
export const LEAVE_HINT = 'Still working: it may take effect all the same. {dialog.close} again leaves it.';

/** Turns an outcome into an action of whoever opened the dialog, and into none where leaving means nothing to it. */
export const replyTo =
  <R, A>(reply: (action: A) => void, done: (result: R) => A, abandoned?: A) =>
  (outcome: Outcome<R>): void => {
    if (outcome.kind === 'done') reply(done(outcome.result));
    else if (abandoned !== undefined) reply(abandoned);
  };
