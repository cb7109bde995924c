import { sqlMigration } from '../sql-migration.js';

/**
 * Decisions from before the audit trail become its first rows, in the order of their times. Which credential was used was not
 * kept, so it is `unknown`. A trail that has rows already is left as it is.
 */
export const EarlierDecisions0067 = sqlMigration(
  'EarlierDecisions',
  67,
  `
with known (at, kind, subject, service, actor, reason, after) as (
  select decided_at, case action when 'drafted' then 'run.requested' else 'run.' || action end, run_id::text, 'payout-scheduler', decided_by,
         detail, json_build_object('contentHash', content_hash)
    from payouts.run_decision where action <> 'drafted' or decided_by not like 'system:%'
  union all
  select placed_at, 'run.overridden', run_id::text, 'payout-scheduler', placed_by, reason, json_build_object('limit', kind)
    from payouts.run_override
  union all
  select decided_at, 'dispatch.' || action, 'dispatch', 'payout-scheduler', decided_by, reason, null from payouts.dispatch_decision
  union all
  select d.at, 'parked-decision.' || d.event, p.id::text, 'payout-scheduler', d.actor, p.reason,
         json_build_object('payoutId', p.payout_id, 'outcome', p.kind, 'providerPayoutId', p.provider_payout_id, 'state', d.event)
    from payouts.parked_decision p
   cross join lateral (values (p.proposed_at, 'proposed', p.proposed_by), (p.decided_at, p.state, p.decided_by)) as d(at, event, actor)
  union all
  select d.at, 'hold.' || d.event, h.id::text, 'payout-scheduler', d.actor, case d.event when 'placed' then h.detail end,
         json_build_object('sellerId', h.seller_id, 'cause', h.reason, 'scope', h.scope, 'orderId', h.order_id, 'amount', h.amount::text,
                           'releaseOn', h.release_on, 'state', d.event)
    from payouts.hold h
   cross join lateral (values (h.placed_at, 'placed', h.placed_by), (h.released_at, 'released', h.released_by)) as d(at, event, actor)
  union all
  select decided_at, 'reserve.released', decision_id::text, 'payout-scheduler', decided_by, min(reason),
         json_build_object('sellerId', min(seller_id), 'reserves', json_agg(reserve_id order by reserve_id), 'amount', sum(amount)::text)
    from payouts.reserve_release group by decision_id, decided_at, decided_by
  union all
  select placed_at, 'payout-override.placed', id::text, 'payout-scheduler', placed_by, reason,
         json_build_object('sellerId', seller_id, 'override', kind, 'businessDate', business_date)
    from payouts.payout_override
  union all
  select d.at, 'write-off.' || d.event, w.id::text, 'payout-scheduler', d.actor, w.reason,
         json_build_object('sellerId', w.seller_id, 'amount', w.amount::text, 'state', d.event)
    from payouts.debt_write_off w
   cross join lateral (values (w.requested_at, 'requested', w.requested_by), (w.decided_at, w.state, w.decided_by)) as d(at, event, actor)
  union all
  select recorded_at, 'repayment.recorded', id::text, 'payout-scheduler', recorded_by, reason,
         json_build_object('sellerId', seller_id, 'amount', amount::text, 'reference', reference, 'receivedAt', received_at)
    from payouts.debt_repayment
  union all
  select d.at, 'adjustment.' || d.event, a.id::text, 'payout-scheduler', d.actor, a.reason,
         json_build_object('sellerId', a.seller_id, 'amount', a.amount::text, 'reference', a.reference, 'state', d.event)
    from payouts.seller_adjustment a
   cross join lateral (values (a.proposed_at, 'proposed', a.proposed_by), (a.decided_at, a.state, a.decided_by)) as d(at, event, actor)
  union all
  select created_at, 'calendar.overridden', date::text, 'payout-scheduler', created_by, null,
         json_build_object('date', date, 'change', kind, 'name', name)
    from payouts.holiday_override
  union all
  select created_at, 'terms.set', seller_id, 'payout-scheduler', set_by, null,
         json_build_object('sellerId', seller_id, 'effectiveFrom', effective_from, 'terms', document)
    from payouts.seller_terms t
   -- A version that an approved change brought is the decision about the change.
   where not exists (select from payouts.terms_change c
                      where c.seller_id = t.seller_id and c.decided_at = t.created_at and c.state = 'approved')
  union all
  select d.at, 'terms-change.' || d.event, c.id::text, 'payout-scheduler', d.actor, null,
         json_build_object('sellerId', c.seller_id, 'effectiveFrom', c.effective_from, 'terms', c.document, 'lineCount', c.line_count,
                           'net', c.net::text, 'contentHash', c.content_hash, 'state', d.event)
    from payouts.terms_change c
   cross join lateral (values (c.proposed_at, 'proposed', c.proposed_by), (c.decided_at, c.state, c.decided_by)) as d(at, event, actor)
   where c.rule_change_id is null
  union all
  select created_at, 'commission-rule.created', id::text, 'payout-scheduler', created_by, null,
         json_build_object('category', category, 'productId', product_id, 'sellerId', seller_id, 'charge', charge,
                           'effectiveFrom', effective_from, 'effectiveTo', effective_to)
    from payouts.commission_rule r
   where not exists (select from payouts.rule_change c where c.rule_id = r.id and c.kind = 'begin' and c.state = 'approved')
  union all
  select d.at, 'rule-change.' || d.event, c.id::text, 'payout-scheduler', d.actor, null,
         json_build_object('change', c.kind, 'ruleId', c.rule_id, 'asked', c.document, 'effectiveFrom', c.effective_from,
                           'sellerCount', c.seller_count, 'lineCount', c.line_count, 'net', c.net::text, 'moved', c.moved::text,
                           'contentHash', c.content_hash, 'state', d.event)
    from payouts.rule_change c
   cross join lateral (values (c.proposed_at, 'proposed', c.proposed_by), (c.decided_at, c.state, c.decided_by)) as d(at, event, actor)
  union all
  select d.at, 'account-change.' || d.event, c.id::text, 'seller-onboarding', d.actor, d.reason,
         json_build_object('sellerId', c.seller_id, 'bankCode', c.bank_code, 'maskedAccount', c.account_masked)
    from onboarding.account_change c
   cross join lateral (values (c.asked_at, 'requested', c.asked_by, null),
                              (c.decided_at, c.state, c.decided_by, c.reason)) as d(at, event, actor, reason)
  union all
  select asked_at, case when subject like 'seller/%' then 'seller.erased' else 'buyer.erased' end, subject,
         case when subject like 'seller/%' then 'seller-onboarding' else 'payments-gateway' end, asked_by, request,
         json_build_object('erased', erased, 'kept', kept)
    from messaging.erasure
  union all
  select allocated_at, 'cancel.allocated', cancel_id::text, 'payments-gateway', allocated_by, reason, json_build_object('lines', after)
    from gateway.cancel_allocation
  union all
  select named_at, 'split.named', kind || '/' || key, 'payments-gateway', named_by, reason,
         json_build_object('version', version, 'split', document)
    from gateway.split
  union all
  select revived_at, 'job.revived', outbox_id::text, 'any', revived_by, null, json_build_object('job', job, 'revived', 1)
    from messaging.revival
)
insert into audit.decision (at, kind, subject, service, actor, credential, reason, after)
select at, kind, subject, service, actor, 'unknown', reason, after from known
 where at is not null and actor is not null and not exists (select from audit.decision)
 order by at, kind, subject;
-- The rows are numbered now: a table with pending triggers could not be altered by a later migration.
set constraints all immediate;
set constraints all deferred;
`,
);
