-- columns
audit.checkpoint.number bigint not null
audit.checkpoint.hash text not null
audit.checkpoint.verified_at timestamp with time zone not null
audit.decision.id uuid not null default gen_random_uuid()
audit.decision.number bigint
audit.decision.at timestamp with time zone not null
audit.decision.kind text not null
audit.decision.subject text not null
audit.decision.service text not null
audit.decision.actor text not null
audit.decision.credential text not null
audit.decision.reason text
audit.decision.before json
audit.decision.after json
audit.decision.prev_hash text
audit.decision.hash text
gateway.cancel.id uuid not null
gateway.cancel.payment_id uuid not null
gateway.cancel.request_key text not null
gateway.cancel.amount bigint not null
gateway.cancel.reason text not null
gateway.cancel.state text not null
gateway.cancel.transaction_key text
gateway.cancel.canceled_at timestamp with time zone
gateway.cancel.refusal_code text
gateway.cancel.created_at timestamp with time zone not null
gateway.cancel.kind text not null default 'cancel'::text
gateway.cancel.allocation text not null default 'named'::text
gateway.cancel.refund text
gateway.cancel.refund_account_sealed text
gateway.cancel.lines_hash text
gateway.cancel.corrects uuid
gateway.cancel.allocated_at timestamp with time zone
gateway.cancel.given_back_at timestamp with time zone default GREATEST(canceled_at, allocated_at)
gateway.cancel.waiting_since timestamp with time zone
gateway.cancel.waiting_until timestamp with time zone
gateway.cancel.attempt integer not null default 1
gateway.cancel.request_id_abroad text
gateway.cancel_allocation.id uuid not null
gateway.cancel_allocation.cancel_id uuid not null
gateway.cancel_allocation.correction_id uuid
gateway.cancel_allocation.allocated_at timestamp with time zone not null
gateway.cancel_allocation.allocated_by text not null
gateway.cancel_allocation.reason text not null
gateway.cancel_allocation.before jsonb not null
gateway.cancel_allocation.after jsonb not null
gateway.cancel_line.cancel_id uuid not null
gateway.cancel_line.order_id text not null
gateway.cancel_line.line_id text not null
gateway.cancel_line.seller_id text not null
gateway.cancel_line.paid bigint not null
gateway.cancel_line.promotion bigint not null
gateway.cancel_line.commission bigint not null
gateway.cancel_line.commission_vat bigint not null
gateway.cancel_line.net bigint not null
gateway.cancel_line.tax_free bigint not null
gateway.cancel_line.from_payable bigint not null default 0
gateway.cancel_line.to_debt bigint not null default 0
gateway.cancel_line.fees bigint not null default 0
gateway.cancel_line.fee_vat bigint not null default 0
gateway.cancel_line.quantity integer not null default 0
gateway.order_line.order_id text not null
gateway.order_line.line_id text not null
gateway.order_line.position integer not null
gateway.order_line.seller_id text not null
gateway.order_line.category text not null
gateway.order_line.amount bigint not null
gateway.order_line.tax_free bigint not null
gateway.order_line.discount bigint not null
gateway.order_line.discount_by_seller bigint not null
gateway.order_line.paid bigint not null
gateway.order_line.promotion bigint not null
gateway.order_line.commission bigint not null
gateway.order_line.commission_vat bigint not null
gateway.order_line.net bigint not null
gateway.order_line.terms_from date not null
gateway.order_line.matures_on date
gateway.order_line.product_id text
gateway.order_line.fees bigint not null default 0
gateway.order_line.fee_vat bigint not null default 0
gateway.order_line.pricing jsonb not null
gateway.order_line.delivered_at timestamp with time zone
gateway.order_line.auto_confirms_at timestamp with time zone
gateway.order_line.confirmed_at timestamp with time zone
gateway.order_line.waits_from date
gateway.order_line.quantity integer not null default 1
gateway.order_line.ordered_at timestamp with time zone not null default now()
gateway.order_line_tranche.order_id text not null
gateway.order_line_tranche.line_id text not null
gateway.order_line_tranche.tranche smallint not null
gateway.order_line_tranche.seller_id text not null
gateway.order_line_tranche.share integer not null
gateway.order_line_tranche.matures_on date not null
gateway.orders.order_id text not null
gateway.orders.order_name text not null
gateway.orders.ordered_at timestamp with time zone not null
gateway.orders.currency character(3) not null
gateway.orders.total bigint not null
gateway.orders.tax_free bigint not null
gateway.orders.facts_hash text not null
gateway.orders.created_at timestamp with time zone not null
gateway.payment.id uuid not null
gateway.payment.order_id text
gateway.payment.payment_key text not null
gateway.payment.amount bigint not null
gateway.payment.canceled bigint not null default 0
gateway.payment.state text not null
gateway.payment.method text
gateway.payment.transaction_key text
gateway.payment.approved_at timestamp with time zone
gateway.payment.refusal_code text
gateway.payment.created_at timestamp with time zone not null
gateway.payment.provider_order_id text
gateway.payment.allocation text default 
CASE
    WHEN (order_id IS NULL) THEN 'unallocated'::text
    ELSE 'order'::text
END
gateway.payment.unallocated_because text
gateway.payment.currency character(3) not null default 'KRW'::bpchar
gateway.payment.side text not null default 'gateway'::text
gateway.payment.m_id text
gateway.payment.deposit_due timestamp with time zone
gateway.payment.allocated_at timestamp with time zone
gateway.payment.earned_at timestamp with time zone default GREATEST(approved_at, allocated_at)
gateway.payment.differs_from_order boolean not null default false
gateway.payment_of_seller.seller_id text not null
gateway.payment_of_seller.created_at timestamp with time zone not null
gateway.payment_of_seller.payment_id uuid not null
gateway.sold_item.payment_key text not null
gateway.sold_item.position integer not null
gateway.sold_item.subject text not null
gateway.sold_item.kind text not null
gateway.sold_item.key text not null
gateway.sold_item.quantity integer not null
gateway.sold_item.unit_price bigint not null
gateway.sold_item.delivery bigint not null
gateway.sold_item.tax_free bigint not null
gateway.sold_item.sold_at timestamp with time zone not null
gateway.split.id uuid not null
gateway.split.kind text not null
gateway.split.key text not null
gateway.split.version integer not null
gateway.split.document jsonb not null
gateway.split.reason text not null
gateway.split.named_at timestamp with time zone not null
gateway.split.named_by text not null
ledger.account.code text not null
ledger.account.currency character(3) not null
ledger.account.kind ledger.account_kind not null
ledger.account.guarded boolean not null
ledger.account.balance bigint not null default 0
ledger.checkpoint.account_code text not null
ledger.checkpoint.currency character(3) not null
ledger.checkpoint.balance bigint not null
ledger.checkpoint.entries bigint not null
ledger.entry.posting_id bigint not null
ledger.entry.id bigint not null generated always as identity
ledger.entry.account_code text not null
ledger.entry.currency character(3) not null
ledger.entry.amount bigint not null
ledger.entry.effective_at timestamp with time zone not null
ledger.kept_entry.posting_id bigint not null
ledger.kept_entry.id bigint not null
ledger.kept_entry.account_code text not null
ledger.kept_entry.currency character(3) not null
ledger.kept_entry.amount bigint not null
ledger.kept_entry.effective_at timestamp with time zone not null
ledger.month.month date not null
ledger.month.sealed_at timestamp with time zone not null
ledger.month.postings bigint not null
ledger.month.entries bigint not null
ledger.month.debit bigint not null
ledger.month.hash text not null
ledger.month.exported_at timestamp with time zone
ledger.month.detached_at timestamp with time zone
ledger.month_balance.account_code text not null
ledger.month_balance.currency character(3) not null
ledger.month_balance.month date not null
ledger.month_balance.balance bigint not null
ledger.month_balance.moved bigint not null
ledger.month_balance.entries bigint not null
ledger.month_block.month date not null
ledger.month_block.block bigint not null
ledger.month_block.postings bigint not null
ledger.month_block.entries bigint not null
ledger.month_block.postings_hash text not null
ledger.month_block.entries_hash text not null
ledger.month_template.account_code text not null
ledger.month_template.currency character(3) not null
ledger.month_template.month date not null
ledger.month_template.template text not null
ledger.month_template.moved bigint not null
ledger.month_template.postings bigint not null
ledger.month_total.month date not null
ledger.month_total.account text not null
ledger.month_total.currency character(3) not null
ledger.month_total.balance bigint not null
ledger.month_total.entries bigint not null
ledger.open_period.only_row boolean not null default true
ledger.open_period.open_from timestamp with time zone not null
ledger.posting.id bigint not null generated always as identity
ledger.posting.key text not null
ledger.posting.template text not null
ledger.posting.facts_hash text not null
ledger.posting.effective_at timestamp with time zone not null
ledger.posting.created_at timestamp with time zone not null default clock_timestamp()
ledger.posting.txid xid8 not null default pg_current_xact_id()
ledger.posting.corrects timestamp with time zone
ledger.seal.id bigint not null generated always as identity
ledger.seal.last_txid xid8 not null
ledger.seal.last_posting bigint not null
ledger.seal.postings bigint not null
ledger.seal.hash text not null
ledger.seal.created_at timestamp with time zone not null default clock_timestamp()
ledger.verification.id bigint not null generated always as identity
ledger.verification.content text not null
ledger.verification.hash text not null
ledger.verification.verified_at timestamp with time zone not null
messaging.clock.one boolean not null default true
messaging.clock.reads timestamp with time zone not null
messaging.clock.anchored_at timestamp with time zone not null
messaging.erasure.id bigint not null generated always as identity
messaging.erasure.subject text not null
messaging.erasure.request text not null
messaging.erasure.asked_by text not null
messaging.erasure.asked_at timestamp with time zone not null
messaging.erasure.erased jsonb not null
messaging.erasure.kept jsonb not null
messaging.event.id uuid not null default uuidv7()
messaging.event.type text not null
messaging.event.entity_id text not null
messaging.event.sequence bigint not null
messaging.event.data jsonb not null
messaging.event.created_at timestamp with time zone not null
messaging.event_sequence.entity_id text not null
messaging.event_sequence.type text not null
messaging.event_sequence.last bigint not null
messaging.idempotency.caller text not null
messaging.idempotency.key text not null
messaging.idempotency.request text not null
messaging.idempotency.body_hash text not null
messaging.idempotency.started_at timestamp with time zone not null default clock_timestamp()
messaging.idempotency.status integer
messaging.idempotency.response jsonb
messaging.outbox.id bigint not null generated always as identity
messaging.outbox.job text not null
messaging.outbox.data jsonb not null
messaging.outbox.dedupe_key text
messaging.outbox.trace jsonb
messaging.outbox.run_at timestamp with time zone not null
messaging.outbox.created_at timestamp with time zone not null default clock_timestamp()
messaging.outbox.published_at timestamp with time zone
messaging.outbox.done_at timestamp with time zone
messaging.outbox.dead_at timestamp with time zone
messaging.outbox.error text
messaging.revival.id bigint not null generated always as identity
messaging.revival.outbox_id bigint not null
messaging.revival.job text not null
messaging.revival.died_at timestamp with time zone not null
messaging.revival.error text not null
messaging.revival.revived_by text not null
messaging.revival.revived_at timestamp with time zone not null default clock_timestamp()
messaging.schedule.name text not null
messaging.schedule.next_run_at timestamp with time zone not null
onboarding.account_change.id uuid not null
onboarding.account_change.number bigint not null generated always as identity
onboarding.account_change.seller_id text not null
onboarding.account_change.bank_code text not null
onboarding.account_change.account_masked text not null
onboarding.account_change.account_fingerprint text not null
onboarding.account_change.previous_bank_code text not null
onboarding.account_change.previous_masked text not null
onboarding.account_change.trusted_fingerprint text
onboarding.account_change.asked_by text not null
onboarding.account_change.asked_at timestamp with time zone not null
onboarding.account_change.state text not null
onboarding.account_change.refusal_code text
onboarding.account_change.taken_at timestamp with time zone
onboarding.account_change.payable_from timestamp with time zone
onboarding.account_change.decided_by text
onboarding.account_change.decided_at timestamp with time zone
onboarding.account_change.reason text
onboarding.seller.seller_id text not null
onboarding.seller.ref_seller_id text not null
onboarding.seller.business_type text not null
onboarding.seller.details_sealed text not null
onboarding.seller.bank_code text not null
onboarding.seller.account_sealed text not null
onboarding.seller.account_masked text not null
onboarding.seller.account_fingerprint text not null
onboarding.seller.pending_account_sealed text
onboarding.seller.facts_hash text not null
onboarding.seller.state text not null
onboarding.seller.refusal_code text
onboarding.seller.provider_seller_id text
onboarding.seller.provider_status text
onboarding.seller.revision integer not null default 1
onboarding.seller.polled_at timestamp with time zone not null
onboarding.seller.created_at timestamp with time zone not null
onboarding.seller.updated_at timestamp with time zone not null
onboarding.seller.account_held_until timestamp with time zone
onboarding.seller.account_changing boolean not null default (pending_account_sealed IS NOT NULL)
payouts.absent_listing.batch_id uuid not null
payouts.absent_listing.number integer not null
payouts.absent_listing.listed_at timestamp with time zone not null
payouts.absent_listing.from_date date not null
payouts.absent_listing.to_date date not null
payouts.absent_listing.payouts_listed integer not null
payouts.absent_listing.absent uuid[] not null
payouts.balance_reading.id bigint not null generated always as identity
payouts.balance_reading.available bigint not null
payouts.balance_reading.pending bigint not null
payouts.balance_reading.read_at timestamp with time zone not null
payouts.batch.id uuid not null
payouts.batch.run_id uuid not null
payouts.batch.state text not null
payouts.batch.idempotency_key text not null
payouts.batch.body jsonb not null
payouts.batch.body_hash text not null
payouts.batch.schedule_type text not null
payouts.batch.payout_date date not null
payouts.batch.fence bigint not null default 0
payouts.batch.sent_at timestamp with time zone
payouts.batch.answered_at timestamp with time zone
payouts.batch.rejection_code text
payouts.batch.resolve_at timestamp with time zone
payouts.batch.absent_listings integer not null default 0
payouts.batch.created_at timestamp with time zone not null
payouts.batch.suspected_of text
payouts.batch.waits_for uuid
payouts.commission_rule.id uuid not null
payouts.commission_rule.category text
payouts.commission_rule.product_id text
payouts.commission_rule.seller_id text
payouts.commission_rule.charge jsonb not null
payouts.commission_rule.effective_from date not null
payouts.commission_rule.effective_to date
payouts.commission_rule.created_at timestamp with time zone not null
payouts.commission_rule.created_by text not null
payouts.commission_rule.dimensions text not null default ((((COALESCE(('c'::text || category), ''::text) || '
'::text) || COALESCE(('p'::text || product_id), ''::text)) || '
'::text) || COALESCE(('s'::text || seller_id), ''::text))
payouts.commission_rule.ended_by text
payouts.debt_repayment.id uuid not null
payouts.debt_repayment.seller_id text not null
payouts.debt_repayment.amount bigint not null
payouts.debt_repayment.received_at timestamp with time zone not null
payouts.debt_repayment.reference text not null
payouts.debt_repayment.reason text not null
payouts.debt_repayment.recorded_by text not null
payouts.debt_repayment.recorded_at timestamp with time zone not null
payouts.debt_write_off.id uuid not null
payouts.debt_write_off.seller_id text not null
payouts.debt_write_off.amount bigint not null
payouts.debt_write_off.reason text not null
payouts.debt_write_off.state text not null
payouts.debt_write_off.requested_by text not null
payouts.debt_write_off.requested_at timestamp with time zone not null
payouts.debt_write_off.decided_by text
payouts.debt_write_off.decided_at timestamp with time zone
payouts.dispatch_control.one boolean not null default true
payouts.dispatch_control.halted boolean not null default false
payouts.dispatch_control.locked boolean not null default false
payouts.dispatch_control.compared_at timestamp with time zone
payouts.dispatch_control.compared_incarnation text
payouts.dispatch_decision.id bigint not null generated always as identity
payouts.dispatch_decision.action text not null
payouts.dispatch_decision.reason text not null
payouts.dispatch_decision.decided_by text not null
payouts.dispatch_decision.role text not null
payouts.dispatch_decision.decided_at timestamp with time zone not null
payouts.hold.id uuid not null
payouts.hold.seller_id text not null
payouts.hold.reason text not null
payouts.hold.detail text
payouts.hold.placed_at timestamp with time zone not null
payouts.hold.released_at timestamp with time zone
payouts.hold.scope text not null default 'SELLER'::text
payouts.hold.order_id text
payouts.hold.amount bigint
payouts.hold.release_on date
payouts.hold.placed_by text
payouts.hold.released_by text
payouts.hold.account_fingerprint text
payouts.holiday_override.id bigint not null generated always as identity
payouts.holiday_override.date date not null
payouts.holiday_override.kind text not null
payouts.holiday_override.name text not null
payouts.holiday_override.created_by text not null
payouts.holiday_override.created_at timestamp with time zone not null
payouts.limit_notice.seller_id text not null
payouts.limit_notice.week date not null
payouts.limit_notice.kind text not null
payouts.limit_notice.used bigint not null
payouts.limit_notice.due bigint not null
payouts.limit_notice.fits_on date
payouts.limit_notice.noticed_at timestamp with time zone not null
payouts.line_adjustment.change_id uuid not null
payouts.line_adjustment.order_id text not null
payouts.line_adjustment.line_id text not null
payouts.line_adjustment.step integer not null
payouts.line_adjustment.posted_at timestamp with time zone
payouts.line_adjustment.canceled bigint not null
payouts.line_adjustment.new_promotion bigint not null
payouts.line_adjustment.new_commission bigint not null
payouts.line_adjustment.new_commission_vat bigint not null
payouts.line_adjustment.new_fees bigint not null
payouts.line_adjustment.new_fee_vat bigint not null
payouts.line_adjustment.promotion bigint not null
payouts.line_adjustment.commission bigint not null
payouts.line_adjustment.commission_vat bigint not null
payouts.line_adjustment.fees bigint not null
payouts.line_adjustment.fee_vat bigint not null
payouts.line_adjustment.net bigint not null
payouts.line_adjustment.rule_id uuid
payouts.matured_line.order_id text not null
payouts.matured_line.line_id text not null
payouts.matured_line.seller_id text not null
payouts.matured_line.amount bigint not null
payouts.matured_line.matured_on date not null
payouts.matured_line.tranche smallint not null
payouts.matured_line.share integer not null
payouts.matured_line.posting_key text
payouts.parked_decision.id uuid not null
payouts.parked_decision.payout_id uuid not null
payouts.parked_decision.kind text not null
payouts.parked_decision.provider_payout_id text
payouts.parked_decision.reason text not null
payouts.parked_decision.state text not null
payouts.parked_decision.proposed_by text not null
payouts.parked_decision.proposed_at timestamp with time zone not null
payouts.parked_decision.decided_by text
payouts.parked_decision.decided_at timestamp with time zone
payouts.payment_deadline.order_id text not null
payouts.payment_deadline.line_id text not null
payouts.payment_deadline.seller_id text not null
payouts.payment_deadline.category text not null
payouts.payment_deadline.rule_code text
payouts.payment_deadline.starts_on date
payouts.payment_deadline.due_on date
payouts.payment_deadline.owed bigint not null
payouts.payment_deadline.cause text
payouts.payment_deadline.settled_on date
payouts.payment_deadline.breached_on date
payouts.payment_deadline.tracked_on date not null
payouts.payout.id uuid not null
payouts.payout.ref_payout_id text not null
payouts.payout.run_id uuid not null
payouts.payout.statement_id uuid not null
payouts.payout.seller_id text not null
payouts.payout.provider_seller_id text not null
payouts.payout.account_fingerprint text not null
payouts.payout.amount bigint not null
payouts.payout.currency character(3) not null
payouts.payout.state text not null
payouts.payout.schedule_type text
payouts.payout.payout_date date
payouts.payout.batch_id uuid
payouts.payout.provider_payout_id text
payouts.payout.provider_status text
payouts.payout.failure_code text
payouts.payout.failure_class text
payouts.payout.created_at timestamp with time zone not null
payouts.payout.submitted_at timestamp with time zone
payouts.payout.finished_at timestamp with time zone
payouts.payout.observed_at timestamp with time zone
payouts.payout.absent_rounds integer not null default 0
payouts.payout.duplicate_rounds integer not null default 0
payouts.payout.not_before date
payouts.payout_override.id uuid not null
payouts.payout_override.seller_id text not null
payouts.payout_override.kind text not null
payouts.payout_override.business_date date not null
payouts.payout_override.reason text not null
payouts.payout_override.placed_by text not null
payouts.payout_override.placed_at timestamp with time zone not null
payouts.provider_finding.id bigint not null generated always as identity
payouts.provider_finding.provider_payout_id text not null
payouts.provider_finding.ref_payout_id text
payouts.provider_finding.destination text not null
payouts.provider_finding.seller_id text
payouts.provider_finding.kind text not null
payouts.provider_finding.amount bigint not null
payouts.provider_finding.provider_status text not null
payouts.provider_finding.payout_date date not null
payouts.provider_finding.our_state text
payouts.provider_finding.our_amount bigint
payouts.provider_finding.found_at timestamp with time zone not null
payouts.provider_finding.acknowledgement_id bigint
payouts.reissue.id uuid not null
payouts.reissue.payout_id uuid not null
payouts.reissue.seller_id text not null
payouts.reissue.amount bigint not null
payouts.reissue.attempt smallint not null
payouts.reissue.due_on date not null
payouts.reissue.policy bigint
payouts.reissue.reason text not null
payouts.reissue.requested_by text not null
payouts.reissue.requested_at timestamp with time zone not null
payouts.reissue.statement_id uuid
payouts.reissue.taken_at timestamp with time zone
payouts.reissue_policy.version bigint not null generated always as identity
payouts.reissue_policy.effective_from date not null
payouts.reissue_policy.document jsonb not null
payouts.reissue_policy.reason text not null
payouts.reissue_policy.set_by text not null
payouts.reissue_policy.set_at timestamp with time zone not null
payouts.reserve_hold.id uuid not null
payouts.reserve_hold.seller_id text not null
payouts.reserve_hold.statement_id uuid not null
payouts.reserve_hold.amount bigint not null
payouts.reserve_hold.released bigint not null default 0
payouts.reserve_hold.release_on date
payouts.reserve_hold.created_at timestamp with time zone not null
payouts.reserve_release.decision_id uuid not null
payouts.reserve_release.reserve_id uuid not null
payouts.reserve_release.seller_id text not null
payouts.reserve_release.amount bigint not null
payouts.reserve_release.reason text not null
payouts.reserve_release.decided_by text not null
payouts.reserve_release.decided_at timestamp with time zone not null
payouts.rule_change.id uuid not null
payouts.rule_change.kind text not null
payouts.rule_change.rule_id uuid not null
payouts.rule_change.document jsonb not null
payouts.rule_change.effective_from date not null
payouts.rule_change.state text not null
payouts.rule_change.seller_count integer not null
payouts.rule_change.line_count integer not null
payouts.rule_change.net bigint not null
payouts.rule_change.moved bigint not null
payouts.rule_change.content_hash text not null
payouts.rule_change.proposed_by text not null
payouts.rule_change.proposed_at timestamp with time zone not null
payouts.rule_change.decided_by text
payouts.rule_change.decided_at timestamp with time zone
payouts.run.id uuid not null
payouts.run.business_date date not null
payouts.run.cutoff timestamp with time zone not null
payouts.run.state text not null
payouts.run.payout_count integer not null
payouts.run.total bigint not null
payouts.run.held_count integer not null
payouts.run.held_total bigint not null
payouts.run.content_hash text not null
payouts.run.drafted_by text not null
payouts.run.drafted_at timestamp with time zone not null
payouts.run.approved_by text
payouts.run.approved_at timestamp with time zone
payouts.run.closed_at timestamp with time zone
payouts.run.payout_fingerprint text
payouts.run.paused_reason text
payouts.run.paused_at timestamp with time zone
payouts.run.person_needed text[] not null default '{}'::text[]
payouts.run_decision.id bigint not null generated always as identity
payouts.run_decision.run_id uuid not null
payouts.run_decision.action text not null
payouts.run_decision.decided_by text not null
payouts.run_decision.role text not null
payouts.run_decision.decided_at timestamp with time zone not null
payouts.run_decision.content_hash text not null
payouts.run_decision.detail text
payouts.run_override.run_id uuid not null
payouts.run_override.kind text not null
payouts.run_override.reason text not null
payouts.run_override.placed_by text not null
payouts.run_override.role text not null
payouts.run_override.placed_at timestamp with time zone not null
payouts.segregation_day.business_date date not null
payouts.segregation_day.rule_code text not null
payouts.segregation_day.rate integer not null
payouts.segregation_day.base bigint not null
payouts.segregation_day.required bigint not null
payouts.segregation_day.available bigint not null
payouts.segregation_day.pending bigint not null
payouts.segregation_day.covered boolean not null default ((available + pending) >= required)
payouts.segregation_day.taken_at timestamp with time zone not null
payouts.segregation_rule.id bigint not null generated always as identity
payouts.segregation_rule.code text not null
payouts.segregation_rule.name_ko text not null
payouts.segregation_rule.name_en text not null
payouts.segregation_rule.source text not null
payouts.segregation_rule.article text not null
payouts.segregation_rule.standing text not null
payouts.segregation_rule.rate integer not null
payouts.segregation_rule.effective_from date not null
payouts.segregation_rule.reason text not null
payouts.segregation_rule.added_by text
payouts.segregation_rule.added_at timestamp with time zone not null
payouts.seller_adjustment.id uuid not null
payouts.seller_adjustment.seller_id text not null
payouts.seller_adjustment.amount bigint not null
payouts.seller_adjustment.reason text not null
payouts.seller_adjustment.reference text
payouts.seller_adjustment.state text not null
payouts.seller_adjustment.proposed_by text not null
payouts.seller_adjustment.proposed_at timestamp with time zone not null
payouts.seller_adjustment.decided_by text
payouts.seller_adjustment.decided_at timestamp with time zone
payouts.seller_adjustment.alone_limit bigint
payouts.seller_adjustment.to_debt bigint not null default 0
payouts.seller_terms.seller_id text not null
payouts.seller_terms.effective_from date not null
payouts.seller_terms.created_at timestamp with time zone not null
payouts.seller_terms.document jsonb not null
payouts.seller_terms.cycle text default (document ->> 'cycle'::text)
payouts.seller_terms.date_policy text default (document ->> 'datePolicy'::text)
payouts.seller_terms.set_by text
payouts.stated_debt.entry_id bigint not null
payouts.stated_debt.statement_id uuid not null
payouts.stated_debt.amount bigint not null
payouts.statement.id uuid not null
payouts.statement.run_id uuid not null
payouts.statement.seller_id text not null
payouts.statement.business_date date not null
payouts.statement.opening bigint not null
payouts.statement.movements bigint not null
payouts.statement.payout_amount bigint not null
payouts.statement.carried bigint not null
payouts.statement.hold_reason text
payouts.statement.created_at timestamp with time zone not null
payouts.statement.reserve_released bigint not null default 0
payouts.statement.debt_netted bigint not null default 0
payouts.statement.withheld bigint not null default 0
payouts.statement.reserve_held bigint not null default 0
payouts.statement.held_back bigint not null default 0
payouts.statement.taxable bigint not null default 0
payouts.statement.taxable_to_date bigint not null default 0
payouts.statement.withheld_to_date bigint not null default 0
payouts.statement.stated_through bigint not null default 0
payouts.statement.txid xid8 not null default pg_current_xact_id()
payouts.statement.off_cycle boolean not null default false
payouts.statement_contact.seller_id text not null
payouts.statement_contact.email_sealed text not null
payouts.statement_contact.email_masked text not null
payouts.statement_contact.language text not null
payouts.statement_contact.set_by text not null
payouts.statement_contact.set_at timestamp with time zone not null
payouts.statement_line.entry_id bigint not null
payouts.statement_line.statement_id uuid not null
payouts.statement_line.posting_key text not null
payouts.statement_line.amount bigint not null
payouts.statement_mail.id uuid not null
payouts.statement_mail.seller_id text not null
payouts.statement_mail.statement_id uuid
payouts.statement_mail.month date
payouts.statement_mail.format text not null
payouts.statement_mail.state text not null
payouts.statement_mail.asked_by text not null
payouts.statement_mail.asked_at timestamp with time zone not null
payouts.statement_mail.attempts integer not null default 0
payouts.statement_mail.claimed_at timestamp with time zone
payouts.statement_mail.sent_at timestamp with time zone
payouts.statement_mail.failed_at timestamp with time zone
payouts.statement_mail.failure text
payouts.statement_mail.problem text
payouts.statement_mail.next_try_at timestamp with time zone
payouts.statutory_choice.id bigint not null generated always as identity
payouts.statutory_choice.category text not null
payouts.statutory_choice.rule_code text
payouts.statutory_choice.effective_from date not null
payouts.statutory_choice.reason text not null
payouts.statutory_choice.chosen_by text not null
payouts.statutory_choice.chosen_at timestamp with time zone not null
payouts.statutory_rule.id bigint not null generated always as identity
payouts.statutory_rule.code text not null
payouts.statutory_rule.name_ko text not null
payouts.statutory_rule.name_en text not null
payouts.statutory_rule.source text not null
payouts.statutory_rule.article text not null
payouts.statutory_rule.standing text not null
payouts.statutory_rule.start_event text not null
payouts.statutory_rule.month_end boolean not null
payouts.statutory_rule.days integer not null
payouts.statutory_rule.on_holiday text not null
payouts.statutory_rule.effective_from date not null
payouts.statutory_rule.reason text not null
payouts.statutory_rule.added_by text
payouts.statutory_rule.added_at timestamp with time zone not null
payouts.tax_invoice.id uuid not null
payouts.tax_invoice.seller_id text not null
payouts.tax_invoice.month date not null
payouts.tax_invoice.kind text not null
payouts.tax_invoice.commission bigint not null
payouts.tax_invoice.fees bigint not null
payouts.tax_invoice.supply bigint not null
payouts.tax_invoice.vat bigint not null
payouts.tax_invoice.total bigint not null
payouts.tax_invoice.state text not null
payouts.tax_invoice.issue_by date not null
payouts.tax_invoice.external_reference text
payouts.tax_invoice.cancel_reason text
payouts.tax_invoice.drafted_at timestamp with time zone not null
payouts.tax_invoice.issued_at timestamp with time zone
payouts.tax_invoice.sent_at timestamp with time zone
payouts.tax_invoice.canceled_at timestamp with time zone
payouts.tax_invoice.direction text not null default 'DIRECT'::text
payouts.tax_invoice.settled bigint not null default 0
payouts.tax_invoice.settled_as text
payouts.terms_change.id uuid not null
payouts.terms_change.seller_id text not null
payouts.terms_change.effective_from date not null
payouts.terms_change.document jsonb
payouts.terms_change.is_estimate boolean not null
payouts.terms_change.state text not null
payouts.terms_change.line_count integer not null
payouts.terms_change.promotion bigint not null
payouts.terms_change.commission bigint not null
payouts.terms_change.commission_vat bigint not null
payouts.terms_change.fees bigint not null
payouts.terms_change.fee_vat bigint not null
payouts.terms_change.net bigint not null
payouts.terms_change.content_hash text not null
payouts.terms_change.proposed_by text not null
payouts.terms_change.proposed_at timestamp with time zone not null
payouts.terms_change.decided_by text
payouts.terms_change.decided_at timestamp with time zone
payouts.terms_change.approval integer
payouts.terms_change.rule_change_id uuid
public.schema_migration.id integer not null default nextval('schema_migration_id_seq'::regclass)
public.schema_migration.timestamp bigint not null
public.schema_migration.name character varying not null
reconciliation.balance_proof.business_date date not null
reconciliation.balance_proof.ledger_pending bigint not null
reconciliation.balance_proof.ledger_available bigint not null
reconciliation.balance_proof.in_flight bigint not null
reconciliation.balance_proof.provider_pending bigint not null
reconciliation.balance_proof.provider_available bigint not null
reconciliation.balance_proof.proven boolean not null default ((GREATEST(ledger_pending, (0)::bigint) = provider_pending) AND (GREATEST((ledger_available - in_flight), (0)::bigint) = provider_available))
reconciliation.balance_proof.taken_at timestamp with time zone not null
reconciliation.balance_proof.account text not null default ''::text
reconciliation.bank_row.id uuid not null default gen_random_uuid()
reconciliation.bank_row.statement_id uuid not null
reconciliation.bank_row.position integer not null
reconciliation.bank_row.bank_account text not null
reconciliation.bank_row.day date not null
reconciliation.bank_row.amount bigint not null
reconciliation.bank_row.currency text not null
reconciliation.bank_row.kind text not null
reconciliation.bank_row.counterparty text
reconciliation.bank_row.memo text
reconciliation.bank_row.reference text
reconciliation.bank_row.balance bigint
reconciliation.bank_row.raw text not null
reconciliation.bank_row.content_hash text not null
reconciliation.bank_statement.id uuid not null
reconciliation.bank_statement.bank_account text not null
reconciliation.bank_statement.account text not null
reconciliation.bank_statement.format text not null
reconciliation.bank_statement.content_hash text not null
reconciliation.bank_statement.from_day date not null
reconciliation.bank_statement.to_day date not null
reconciliation.bank_statement.covers text not null
reconciliation.bank_statement.rows integer not null
reconciliation.bank_statement.uploaded_by text not null
reconciliation.bank_statement.uploaded_at timestamp with time zone not null
reconciliation.break.id uuid not null default gen_random_uuid()
reconciliation.break.class text not null
reconciliation.break.subject text not null
reconciliation.break.business_date date not null
reconciliation.break.expected text
reconciliation.break.found text
reconciliation.break.opened_at timestamp with time zone not null
reconciliation.break.announced boolean not null default false
reconciliation.break.resolved_at timestamp with time zone
reconciliation.break.state text not null default 'OPEN'::text
reconciliation.break.amount bigint
reconciliation.break.currency character(3) not null default 'KRW'::bpchar
reconciliation.break.evidence jsonb not null default '{"ours": {}, "theirs": {}, "differs": []}'::jsonb
reconciliation.break.order_id text
reconciliation.break.payment_key text
reconciliation.break.seller_id text
reconciliation.break.matched_key text
reconciliation.break.owner text
reconciliation.break.medium_at timestamp with time zone not null
reconciliation.break.high_at timestamp with time zone not null
reconciliation.break.critical_at timestamp with time zone not null
reconciliation.break.due_at timestamp with time zone not null
reconciliation.break.is_overdue_announced boolean not null default false
reconciliation.break.version integer not null default 1
reconciliation.break.action text not null default 'open'::text
reconciliation.break.changed_at timestamp with time zone not null
reconciliation.break.changed_by text not null default 'system:reconciler'::text
reconciliation.break.credential text
reconciliation.break.reason text
reconciliation.break.note text
reconciliation.break.remark text
reconciliation.break_decision.id uuid not null
reconciliation.break_decision.break_id uuid not null
reconciliation.break_decision.break_version integer not null
reconciliation.break_decision.way text not null
reconciliation.break_decision.reason text not null
reconciliation.break_decision.note text
reconciliation.break_decision.account text
reconciliation.break_decision.counter_account text
reconciliation.break_decision.gain bigint
reconciliation.break_decision.matched_key text
reconciliation.break_decision.size bigint
reconciliation.break_decision.state text not null
reconciliation.break_decision.proposed_by text not null
reconciliation.break_decision.proposed_at timestamp with time zone not null
reconciliation.break_decision.decided_by text
reconciliation.break_decision.decided_at timestamp with time zone
reconciliation.break_decision.decline_reason text
reconciliation.break_decision.alone_limit bigint
reconciliation.break_event.break_id uuid not null
reconciliation.break_event.version integer not null
reconciliation.break_event.action text not null
reconciliation.break_event.from_state text not null
reconciliation.break_event.to_state text not null
reconciliation.break_event.actor text not null
reconciliation.break_event.credential text
reconciliation.break_event.reason text
reconciliation.break_event.note text
reconciliation.break_event.before jsonb not null
reconciliation.break_event.after jsonb not null
reconciliation.break_event.at timestamp with time zone not null
reconciliation.break_sheet.id uuid not null
reconciliation.break_sheet.kind text not null
reconciliation.break_sheet.content_hash text not null
reconciliation.break_sheet.row_count integer not null
reconciliation.break_sheet.uploaded_by text not null
reconciliation.break_sheet.uploaded_at timestamp with time zone not null
reconciliation.break_sheet.expires_at timestamp with time zone not null
reconciliation.break_sheet.begun_at timestamp with time zone
reconciliation.break_sheet.applied_at timestamp with time zone
reconciliation.break_sheet_row.sheet_id uuid not null
reconciliation.break_sheet_row.position integer not null
reconciliation.break_sheet_row.cells jsonb not null
reconciliation.break_sheet_row.preview jsonb not null
reconciliation.break_sheet_row.result jsonb
reconciliation.changed_row.source text not null
reconciliation.changed_row.transaction_key text not null
reconciliation.changed_row.earlier jsonb not null
reconciliation.changed_row.later jsonb not null
reconciliation.changed_row.business_date date not null
reconciliation.changed_row.download_id bigint not null
reconciliation.download.id bigint not null generated always as identity
reconciliation.download.business_date date not null
reconciliation.download.source text not null
reconciliation.download.day date not null
reconciliation.download.pass integer not null default 1
reconciliation.download.cursor text
reconciliation.download.rows bigint not null default 0
reconciliation.download.done boolean not null default false
reconciliation.download.account text not null default ''::text
reconciliation.download.pages integer not null default 0
reconciliation.download.late_rows bigint not null default 0
reconciliation.download.changed_rows bigint not null default 0
reconciliation.download.unreadable_rows bigint not null default 0
reconciliation.download.waiting_for text
reconciliation.download.waiting_until timestamp with time zone
reconciliation.fee_line.table_id uuid not null
reconciliation.fee_line.method text not null
reconciliation.fee_line.currency character(3) not null default 'KRW'::bpchar
reconciliation.fee_line.rate integer
reconciliation.fee_line.fixed bigint
reconciliation.fee_line.rounding text not null
reconciliation.fee_line.vat_mode text not null
reconciliation.fee_table.id uuid not null
reconciliation.fee_table.account text not null
reconciliation.fee_table.effective_from date not null
reconciliation.fee_table.state text not null
reconciliation.fee_table.reason text not null
reconciliation.fee_table.proposed_by text not null
reconciliation.fee_table.proposed_at timestamp with time zone not null
reconciliation.fee_table.decided_by text
reconciliation.fee_table.decided_at timestamp with time zone
reconciliation.hand_run.id uuid not null
reconciliation.hand_run.from_date date not null
reconciliation.hand_run.to_date date not null
reconciliation.hand_run.mode text not null
reconciliation.hand_run.dry_run boolean not null
reconciliation.hand_run.reason text not null
reconciliation.hand_run.requested_by text not null
reconciliation.hand_run.requested_at timestamp with time zone not null
reconciliation.hand_run.state text not null default 'queued'::text
reconciliation.hand_run.day date
reconciliation.hand_run.stage text
reconciliation.hand_run.proof_number integer
reconciliation.hand_run.results jsonb not null default '[]'::jsonb
reconciliation.hand_run.error text
reconciliation.hand_run.finished_at timestamp with time zone
reconciliation.hand_run.canceled_by text
reconciliation.listed_payout.provider_payout_id text not null
reconciliation.listed_payout.ref_payout_id text
reconciliation.listed_payout.destination text
reconciliation.listed_payout.amount bigint not null
reconciliation.listed_payout.currency text not null
reconciliation.listed_payout.status text not null
reconciliation.listed_payout.payout_date date not null
reconciliation.listed_payout.listed_at timestamp with time zone not null
reconciliation.month.month date not null
reconciliation.month.state text not null
reconciliation.month.closed_at timestamp with time zone
reconciliation.month.postings bigint
reconciliation.month.entries bigint
reconciliation.month.balances_hash text
reconciliation.month_request.id uuid not null
reconciliation.month_request.month date not null
reconciliation.month_request.kind text not null
reconciliation.month_request.reason text not null
reconciliation.month_request.missing text[] not null
reconciliation.month_request.state text not null
reconciliation.month_request.proposed_by text not null
reconciliation.month_request.proposed_at timestamp with time zone not null
reconciliation.month_request.decided_by text
reconciliation.month_request.decided_at timestamp with time zone
reconciliation.month_request.counts integer[] not null default '{}'::integer[]
reconciliation.page.download_id bigint not null
reconciliation.page.number integer not null
reconciliation.page.rows integer not null
reconciliation.page.cursor text
reconciliation.page.sha256 text not null
reconciliation.payout_listing.day date not null
reconciliation.payout_listing.listed_at timestamp with time zone not null
reconciliation.proof.id bigint not null
reconciliation.proof.business_date date not null
reconciliation.proof.number integer not null
reconciliation.proof.state text not null
reconciliation.proof.document text not null
reconciliation.proof.hash text not null
reconciliation.proof.signature text not null
reconciliation.proof.key_id text not null
reconciliation.proof.public_key text not null
reconciliation.proof.signed_at timestamp with time zone not null
reconciliation.proof_input.id bigint not null generated always as identity
reconciliation.proof_input.business_date date not null
reconciliation.proof_input.number integer not null
reconciliation.proof_input.content text not null
reconciliation.proof_input.taken_at timestamp with time zone not null
reconciliation.raw_page.sha256 text not null
reconciliation.raw_page.bytes integer not null
reconciliation.raw_page.text_sealed text not null
reconciliation.raw_page.stored_at timestamp with time zone not null
reconciliation.raw_page.month date not null
reconciliation.reading_pace.account text not null
reconciliation.reading_pace.next_at timestamp with time zone not null
reconciliation.rule.id uuid not null
reconciliation.rule.class text not null
reconciliation.rule.tolerance bigint not null default 0
reconciliation.rule.days integer
reconciliation.rule.effective_from date not null
reconciliation.rule.state text not null
reconciliation.rule.reason text not null
reconciliation.rule.proposed_by text not null
reconciliation.rule.proposed_at timestamp with time zone not null
reconciliation.rule.decided_by text
reconciliation.rule.decided_at timestamp with time zone
reconciliation.run.business_date date not null
reconciliation.run.state text not null
reconciliation.run.started_at timestamp with time zone not null
reconciliation.run.finished_at timestamp with time zone
reconciliation.run.matched_by jsonb
reconciliation.settlement.transaction_key text not null
reconciliation.settlement.payment_key text not null
reconciliation.settlement.order_id text not null
reconciliation.settlement.method text not null
reconciliation.settlement.currency character(3) not null
reconciliation.settlement.amount bigint not null
reconciliation.settlement.fee bigint not null
reconciliation.settlement.fees bigint not null
reconciliation.settlement.supply_amount bigint not null
reconciliation.settlement.vat bigint not null
reconciliation.settlement.pay_out_amount bigint not null
reconciliation.settlement.occurred_on date not null
reconciliation.settlement.sold_date date not null
reconciliation.settlement.paid_out_date date not null
reconciliation.settlement.pending_from date not null
reconciliation.settlement.state text not null default 'imported'::text
reconciliation.settlement.download_id bigint not null
reconciliation.settlement.copies integer not null default 1
reconciliation.settlement.account text not null default ''::text
reconciliation.settlement.base_fee bigint
reconciliation.settlement.page integer
reconciliation.settlement.listed_on date
reconciliation.severity_rule.effective_from date not null
reconciliation.severity_rule.critical_amount bigint not null
reconciliation.severity_rule.critical_age interval not null
reconciliation.severity_rule.critical_due interval not null
reconciliation.severity_rule.high_amount bigint not null
reconciliation.severity_rule.high_age interval not null
reconciliation.severity_rule.high_due interval not null
reconciliation.severity_rule.medium_amount bigint not null
reconciliation.severity_rule.medium_age interval not null
reconciliation.severity_rule.medium_due interval not null
reconciliation.severity_rule.low_due interval not null
reconciliation.severity_rule.proposed_by text not null
reconciliation.severity_rule.reason text not null
reconciliation.severity_rule.id uuid not null
reconciliation.severity_rule.state text not null
reconciliation.severity_rule.proposed_at timestamp with time zone not null
reconciliation.severity_rule.decided_by text
reconciliation.severity_rule.decided_at timestamp with time zone
reconciliation.transaction.transaction_key text not null
reconciliation.transaction.payment_key text not null
reconciliation.transaction.order_id text not null
reconciliation.transaction.method text not null
reconciliation.transaction.status text not null
reconciliation.transaction.currency character(3) not null
reconciliation.transaction.amount bigint not null
reconciliation.transaction.transaction_at timestamp with time zone not null
reconciliation.transaction.business_date date not null
reconciliation.transaction.account text not null default ''::text
reconciliation.transaction.download_id bigint
reconciliation.transaction.page integer
reconciliation.transaction.listed_on date
reconciliation.unreadable_row.download_id bigint not null
reconciliation.unreadable_row.page integer not null
reconciliation.unreadable_row.position integer not null
reconciliation.unreadable_row.transaction_key text
reconciliation.unreadable_row.problem text not null
webhooks.delivery.endpoint_id uuid not null
webhooks.delivery.event_id uuid not null
webhooks.delivery.state text not null
webhooks.delivery.attempts integer not null default 0
webhooks.delivery.next_at timestamp with time zone not null
webhooks.delivery.last_status integer
webhooks.delivery.last_error text
webhooks.delivery.delivered_at timestamp with time zone
webhooks.endpoint.id uuid not null
webhooks.endpoint.url text not null
webhooks.endpoint.event_types text[] not null
webhooks.endpoint.secret_sealed text not null
webhooks.endpoint.enabled boolean not null default true
webhooks.endpoint.created_at timestamp with time zone not null
webhooks.endpoint.paused_at timestamp with time zone
webhooks.endpoint.paused_because text
webhooks.endpoint.failing_since timestamp with time zone
webhooks.endpoint.earlier_secret_sealed text
webhooks.endpoint.earlier_secret_until timestamp with time zone
webhooks.inbox.id uuid not null default uuidv7()
webhooks.inbox.dedupe_key text not null
webhooks.inbox.event_type text
webhooks.inbox.signature text not null
webhooks.inbox.retried_count integer
webhooks.inbox.headers jsonb not null
webhooks.inbox.body bytea
webhooks.inbox.received_at timestamp with time zone not null
webhooks.inbox.body_sealed text
webhooks.inbox.sealed_by text
webhooks.inbox.transmission_id text
webhooks.inbox.subject text
webhooks.inbox.left_alone text
webhooks.inbox_key.dedupe_key text not null
webhooks.inbox_key.received_at timestamp with time zone not null
webhooks.look.subject text not null
webhooks.look.due_at timestamp with time zone not null

-- constraints
audit.checkpoint checkpoint_pkey: PRIMARY KEY (number)
audit.decision actor_is_actor: CHECK ((actor ~ '^(key|person|system|earlier):.'::text))
audit.decision chained: TRIGGER DEFERRABLE INITIALLY DEFERRED
audit.decision chained_at_once: CHECK ((((number IS NULL) = (hash IS NULL)) AND ((hash IS NULL) = (prev_hash IS NULL))))
audit.decision decision_credential_check: CHECK ((credential <> ''::text))
audit.decision decision_kind_check: CHECK ((kind ~ '^[a-z-]+[.][a-z-]+$'::text))
audit.decision decision_number: UNIQUE (number)
audit.decision decision_pkey: PRIMARY KEY (id)
audit.decision decision_service_check: CHECK ((service <> ''::text))
audit.decision decision_subject_check: CHECK ((subject <> ''::text))
gateway.cancel cancel_allocation_check: CHECK ((allocation = ANY (ARRAY['named'::text, 'assumed'::text])))
gateway.cancel cancel_amount_check: CHECK (
CASE kind
    WHEN 'correction'::text THEN (amount = 0)
    ELSE ((amount <> 0) AND ((amount < 0) = (kind = 'redeposit'::text)))
END)
gateway.cancel cancel_corrects_fkey: FOREIGN KEY (corrects) REFERENCES gateway.cancel(id)
gateway.cancel cancel_kind_check: CHECK ((kind = ANY (ARRAY['cancel'::text, 'withdrawal'::text, 'redeposit'::text, 'correction'::text])))
gateway.cancel cancel_payment_id_fkey: FOREIGN KEY (payment_id) REFERENCES gateway.payment(id)
gateway.cancel cancel_pkey: PRIMARY KEY (id)
gateway.cancel cancel_refund_check: CHECK ((refund = ANY (ARRAY['pending'::text, 'completed'::text, 'failed'::text])))
gateway.cancel cancel_request_id_abroad_check: CHECK (((length(request_id_abroad) >= 6) AND (length(request_id_abroad) <= 64)))
gateway.cancel cancel_request_key_key: UNIQUE (request_key)
gateway.cancel cancel_transaction_key_key: UNIQUE (transaction_key)
gateway.cancel correction_names_its_cancel: CHECK (((kind = 'correction'::text) = (corrects IS NOT NULL)))
gateway.cancel waiting_began: CHECK (((waiting_until IS NULL) OR (waiting_since IS NOT NULL)))
gateway.cancel_allocation allocated_by_is_actor: CHECK ((allocated_by ~ '^(key|person|system|earlier):.'::text))
gateway.cancel_allocation cancel_allocation_cancel_id_fkey: FOREIGN KEY (cancel_id) REFERENCES gateway.cancel(id)
gateway.cancel_allocation cancel_allocation_correction_id_fkey: FOREIGN KEY (correction_id) REFERENCES gateway.cancel(id)
gateway.cancel_allocation cancel_allocation_correction_id_key: UNIQUE (correction_id)
gateway.cancel_allocation cancel_allocation_pkey: PRIMARY KEY (id)
gateway.cancel_line cancel_line_cancel_id_fkey: FOREIGN KEY (cancel_id) REFERENCES gateway.cancel(id)
gateway.cancel_line cancel_line_order_id_line_id_fkey: FOREIGN KEY (order_id, line_id) REFERENCES gateway.order_line(order_id, line_id)
gateway.cancel_line cancel_line_paid_check: CHECK ((paid <> 0))
gateway.cancel_line cancel_line_pkey: PRIMARY KEY (cancel_id, line_id)
gateway.cancel_line net_adds_up: CHECK ((net = (((((paid + promotion) - commission) - commission_vat) - fees) - fee_vat)))
gateway.order_line net_adds_up: CHECK (((net >= 0) AND (net = (((((paid + promotion) - commission) - commission_vat) - fees) - fee_vat))))
gateway.order_line order_line_amount_check: CHECK ((amount > 0))
gateway.order_line order_line_check: CHECK (((tax_free >= 0) AND (tax_free <= paid)))
gateway.order_line order_line_check1: CHECK (((discount >= 0) AND (discount <= (amount - 1))))
gateway.order_line order_line_check2: CHECK (((discount_by_seller >= 0) AND (discount_by_seller <= discount)))
gateway.order_line order_line_check3: CHECK ((paid = (amount - discount)))
gateway.order_line order_line_check4: CHECK ((promotion = (discount - discount_by_seller)))
gateway.order_line order_line_commission_check: CHECK ((commission >= 0))
gateway.order_line order_line_commission_vat_check: CHECK ((commission_vat >= 0))
gateway.order_line order_line_fee_vat_check: CHECK ((fee_vat >= 0))
gateway.order_line order_line_fees_check: CHECK ((fees >= 0))
gateway.order_line order_line_order_id_fkey: FOREIGN KEY (order_id) REFERENCES gateway.orders(order_id)
gateway.order_line order_line_pkey: PRIMARY KEY (order_id, line_id)
gateway.order_line order_line_quantity_check: CHECK ((quantity >= 1))
gateway.order_line_tranche order_line_tranche_order_id_line_id_fkey: FOREIGN KEY (order_id, line_id) REFERENCES gateway.order_line(order_id, line_id)
gateway.order_line_tranche order_line_tranche_pkey: PRIMARY KEY (order_id, line_id, tranche)
gateway.order_line_tranche order_line_tranche_share_check: CHECK (((share >= 1) AND (share <= 100000)))
gateway.order_line_tranche order_line_tranche_tranche_check: CHECK ((tranche >= 1))
gateway.orders orders_check: CHECK (((tax_free >= 0) AND (tax_free <= total)))
gateway.orders orders_order_id_check: CHECK ((order_id ~ '^[A-Za-z0-9_=-]{6,64}$'::text))
gateway.orders orders_pkey: PRIMARY KEY (order_id)
gateway.orders orders_total_check: CHECK ((total > 0))
gateway.payment payment_amount_check: CHECK ((amount > 0))
gateway.payment payment_check: CHECK (((canceled >= 0) AND (canceled <= amount)))
gateway.payment payment_has_an_order: CHECK (((order_id IS NOT NULL) OR (provider_order_id IS NOT NULL)))
gateway.payment payment_order_id_fkey: FOREIGN KEY (order_id) REFERENCES gateway.orders(order_id)
gateway.payment payment_payment_key_key: UNIQUE (payment_key)
gateway.payment payment_pkey: PRIMARY KEY (id)
gateway.payment payment_side_check: CHECK ((side = ANY (ARRAY['gateway'::text, 'provider'::text])))
gateway.payment payment_unallocated_because_check: CHECK ((unallocated_because = ANY (ARRAY['NO_ORDER'::text, 'AMOUNT_DIFFERS'::text, 'FOREIGN_CURRENCY'::text, 'ORDER_PAID'::text, 'SPLIT_MISSING'::text, 'SPLIT_MISMATCH'::text, 'SPLIT_REFUSED'::text])))
gateway.payment won_alone_is_allocated: CHECK (((order_id IS NULL) OR (currency = 'KRW'::bpchar)))
gateway.payment_of_seller payment_of_seller_pkey: PRIMARY KEY (seller_id, created_at, payment_id)
gateway.sold_item sold_item_delivery_check: CHECK ((delivery >= 0))
gateway.sold_item sold_item_kind_check: CHECK ((kind = ANY (ARRAY['product'::text, 'ars'::text])))
gateway.sold_item sold_item_pkey: PRIMARY KEY (payment_key, "position")
gateway.sold_item sold_item_quantity_check: CHECK ((quantity > 0))
gateway.sold_item sold_item_tax_free_check: CHECK ((tax_free >= 0))
gateway.sold_item sold_item_unit_price_check: CHECK ((unit_price >= 0))
gateway.split named_by_is_actor: CHECK ((named_by ~ '^(key|person|system|earlier):.'::text))
gateway.split split_kind_check: CHECK ((kind = ANY (ARRAY['product'::text, 'ars'::text])))
gateway.split split_kind_key_version_key: UNIQUE (kind, key, version)
gateway.split split_pkey: PRIMARY KEY (id)
gateway.split split_version_check: CHECK ((version > 0))
ledger.account account_pkey: PRIMARY KEY (code, currency)
ledger.account no_overdraft: CHECK (((NOT guarded) OR (NOT ledger.is_overdrawn((kind)::text, balance))))
ledger.checkpoint checkpoint_pkey: PRIMARY KEY (account_code, currency)
ledger.entry entry_not_zero: CHECK ((amount <> 0))
ledger.entry_rest balanced: TRIGGER DEFERRABLE INITIALLY DEFERRED
ledger.entry_rest entry_not_zero: CHECK ((amount <> 0))
ledger.entry_rest entry_rest_pkey: PRIMARY KEY (posting_id, id)
ledger.kept_entry kept_entry_pkey: PRIMARY KEY (account_code, currency, id)
ledger.month month_month_check: CHECK ((month = (date_trunc('month'::text, (month)::timestamp with time zone))::date))
ledger.month month_pkey: PRIMARY KEY (month)
ledger.month_balance month_balance_pkey: PRIMARY KEY (account_code, currency, month)
ledger.month_block month_block_pkey: PRIMARY KEY (month, block)
ledger.month_template month_template_pkey: PRIMARY KEY (account_code, currency, month, template)
ledger.month_total month_total_pkey: PRIMARY KEY (month, account, currency)
ledger.open_period open_period_only_row_check: CHECK (only_row)
ledger.open_period open_period_pkey: PRIMARY KEY (only_row)
ledger.posting corrects_the_past: CHECK ((corrects < effective_at))
ledger.posting posting_key_key: UNIQUE (key)
ledger.posting posting_pkey: PRIMARY KEY (id)
ledger.seal seal_pkey: PRIMARY KEY (id)
ledger.seal seal_postings_check: CHECK ((postings > 0))
ledger.verification verification_pkey: PRIMARY KEY (id)
messaging.clock clock_one_check: CHECK (one)
messaging.clock clock_pkey: PRIMARY KEY (one)
messaging.erasure asked_by_is_actor: CHECK ((asked_by ~ '^(key|person|system|earlier):.'::text))
messaging.erasure erasure_pkey: PRIMARY KEY (id)
messaging.erasure erasure_request_check: CHECK ((request ~ '^[A-Za-z0-9._-]{1,64}$'::text))
messaging.event event_pkey: PRIMARY KEY (id)
messaging.event_rest event_rest_pkey: PRIMARY KEY (id)
messaging.event_sequence event_sequence_last_check: CHECK ((last > 0))
messaging.event_sequence event_sequence_pkey: PRIMARY KEY (entity_id, type)
messaging.idempotency caller_is_actor: CHECK ((caller ~ '^(key|person):.'::text))
messaging.idempotency idempotency_pkey: PRIMARY KEY (caller, key)
messaging.outbox ids_only: CHECK ((octet_length((data)::text) <= 4096))
messaging.outbox outbox_pkey: PRIMARY KEY (id)
messaging.revival revival_pkey: PRIMARY KEY (id)
messaging.revival revived_by_is_actor: CHECK ((revived_by ~ '^(key|person|system|earlier):.'::text))
messaging.schedule schedule_pkey: PRIMARY KEY (name)
onboarding.account_change account_change_number_key: UNIQUE (number)
onboarding.account_change account_change_pkey: PRIMARY KEY (id)
onboarding.account_change account_change_seller_id_fkey: FOREIGN KEY (seller_id) REFERENCES onboarding.seller(seller_id)
onboarding.account_change account_change_state_check: CHECK ((state = ANY (ARRAY['asked'::text, 'refused'::text, 'trusted'::text, 'waiting'::text, 'confirmed'::text, 'rejected'::text, 'replaced'::text])))
onboarding.account_change asked_by_is_actor: CHECK ((asked_by ~ '^(key|person|system|earlier):.'::text))
onboarding.account_change decided: CHECK (((state = ANY (ARRAY['confirmed'::text, 'rejected'::text])) = ((decided_by IS NOT NULL) AND (decided_at IS NOT NULL) AND (reason IS NOT NULL))))
onboarding.account_change decided_by_is_actor: CHECK ((decided_by ~ '^(key|person|system|earlier):.'::text))
onboarding.account_change knows_what_to_trust: CHECK (((taken_at IS NULL) = (trusted_fingerprint IS NULL)))
onboarding.account_change second_person: CHECK (((state <> 'confirmed'::text) OR ((decided_by <> asked_by) AND (decided_by ~~ 'person:%'::text))))
onboarding.account_change taken: CHECK (((state = ANY (ARRAY['asked'::text, 'refused'::text])) = (taken_at IS NULL)))
onboarding.account_change waits: CHECK (((state <> 'waiting'::text) OR (payable_from IS NULL) OR (payable_from > taken_at)))
onboarding.seller seller_business_type_check: CHECK ((business_type = ANY (ARRAY['INDIVIDUAL'::text, 'INDIVIDUAL_BUSINESS'::text, 'CORPORATE'::text])))
onboarding.seller seller_pkey: PRIMARY KEY (seller_id)
onboarding.seller seller_provider_seller_id_key: UNIQUE (provider_seller_id)
onboarding.seller seller_ref_seller_id_check: CHECK (((length(ref_seller_id) >= 7) AND (length(ref_seller_id) <= 20)))
onboarding.seller seller_ref_seller_id_key: UNIQUE (ref_seller_id)
onboarding.seller seller_seller_id_check: CHECK ((seller_id ~ '^[A-Za-z0-9_-]{1,40}$'::text))
payouts.absent_listing absent_listing_attempt_id_fkey: FOREIGN KEY (batch_id) REFERENCES payouts.batch(id)
payouts.absent_listing absent_listing_number_check: CHECK ((number > 0))
payouts.absent_listing absent_listing_payouts_listed_check: CHECK ((payouts_listed >= 0))
payouts.absent_listing absent_listing_pkey: PRIMARY KEY (batch_id, number)
payouts.balance_reading balance_reading_pkey: PRIMARY KEY (id)
payouts.batch attempt_idempotency_key_key: UNIQUE (idempotency_key)
payouts.batch attempt_pkey: PRIMARY KEY (id)
payouts.batch attempt_run_id_fkey: FOREIGN KEY (run_id) REFERENCES payouts.run(id)
payouts.batch attempt_state_check: CHECK ((state = ANY (ARRAY['prepared'::text, 'sending'::text, 'accepted'::text, 'rejected'::text, 'unknown'::text, 'resolved'::text])))
payouts.batch attempt_waits_for_fkey: FOREIGN KEY (waits_for) REFERENCES payouts.batch(id)
payouts.batch only_suspects_wait: CHECK (((waits_for IS NULL) OR (suspected_of IS NOT NULL)))
payouts.commission_rule commission_rule_pkey: PRIMARY KEY (id)
payouts.commission_rule created_by_is_actor: CHECK ((created_by ~ '^(key|person|system|earlier):.'::text))
payouts.commission_rule ended_by_is_actor: CHECK ((ended_by ~ '^(key|person|system|earlier):.'::text))
payouts.commission_rule ends_after_it_starts: CHECK ((effective_to > effective_from))
payouts.commission_rule names_a_dimension: CHECK ((num_nonnulls(category, product_id, seller_id) > 0))
payouts.commission_rule one_rule_at_a_time: EXCLUDE USING gist (numrange((hashtextextended(dimensions, (0)::bigint))::numeric, (hashtextextended(dimensions, (0)::bigint))::numeric, '[]'::text) WITH &&, daterange(effective_from, effective_to) WITH &&)
payouts.debt_repayment debt_repayment_amount_check: CHECK ((amount > 0))
payouts.debt_repayment debt_repayment_pkey: PRIMARY KEY (id)
payouts.debt_repayment recorded_by_is_actor: CHECK ((recorded_by ~ '^(key|person|system|earlier):.'::text))
payouts.debt_repayment repayment_once: UNIQUE (reference)
payouts.debt_write_off debt_write_off_amount_check: CHECK ((amount > 0))
payouts.debt_write_off debt_write_off_pkey: PRIMARY KEY (id)
payouts.debt_write_off debt_write_off_state_check: CHECK ((state = ANY (ARRAY['requested'::text, 'approved'::text, 'rejected'::text])))
payouts.debt_write_off decided_by_is_actor: CHECK ((decided_by ~ '^(key|person|system|earlier):.'::text))
payouts.debt_write_off decided_when_not_requested: CHECK ((((state = 'requested'::text) = (decided_by IS NULL)) AND ((decided_by IS NULL) = (decided_at IS NULL))))
payouts.debt_write_off requested_by_is_actor: CHECK ((requested_by ~ '^(key|person|system|earlier):.'::text))
payouts.debt_write_off second_person: CHECK (((state <> 'approved'::text) OR payouts.is_second_person(requested_by, decided_by)))
payouts.dispatch_control dispatch_control_one_check: CHECK (one)
payouts.dispatch_control dispatch_control_pkey: PRIMARY KEY (one)
payouts.dispatch_decision by_person: CHECK (((action <> ALL (ARRAY['resumed'::text, 'acknowledged'::text])) OR (decided_by ~ '^(person|earlier):'::text)))
payouts.dispatch_decision decided_by_is_actor: CHECK ((decided_by ~ '^(key|person|system|earlier):.'::text))
payouts.dispatch_decision dispatch_decision_action_check: CHECK ((action = ANY (ARRAY['halted'::text, 'resumed'::text, 'locked'::text, 'acknowledged'::text])))
payouts.dispatch_decision dispatch_decision_pkey: PRIMARY KEY (id)
payouts.hold hold_amount_check: CHECK ((amount > 0))
payouts.hold hold_names_its_scope: CHECK ((((scope = 'ORDER'::text) = (order_id IS NOT NULL)) AND ((scope = 'AMOUNT'::text) = (amount IS NOT NULL))))
payouts.hold hold_pkey: PRIMARY KEY (id)
payouts.hold hold_scope_check: CHECK ((scope = ANY (ARRAY['SELLER'::text, 'ORDER'::text, 'AMOUNT'::text])))
payouts.hold placed_by_is_actor: CHECK ((placed_by ~ '^(key|person|system|earlier):.'::text))
payouts.hold released_by_is_actor: CHECK ((released_by ~ '^(key|person|system|earlier):.'::text))
payouts.holiday_override created_by_is_actor: CHECK ((created_by ~ '^(key|person|system|earlier):.'::text))
payouts.holiday_override holiday_override_kind_check: CHECK ((kind = ANY (ARRAY['add'::text, 'remove'::text])))
payouts.holiday_override holiday_override_pkey: PRIMARY KEY (id)
payouts.limit_notice limit_notice_kind_check: CHECK ((kind = ANY (ARRAY['NEAR'::text, 'REACHED'::text])))
payouts.limit_notice limit_notice_pkey: PRIMARY KEY (seller_id, week, kind)
payouts.line_adjustment line_adjustment_canceled_check: CHECK ((canceled >= 0))
payouts.line_adjustment line_adjustment_change_id_fkey: FOREIGN KEY (change_id) REFERENCES payouts.terms_change(id) DEFERRABLE INITIALLY DEFERRED
payouts.line_adjustment line_adjustment_check: CHECK (((step = 0) = (posted_at IS NULL)))
payouts.line_adjustment line_adjustment_check1: CHECK ((net = ((((promotion - commission) - commission_vat) - fees) - fee_vat)))
payouts.line_adjustment line_adjustment_order_id_line_id_fkey: FOREIGN KEY (order_id, line_id) REFERENCES gateway.order_line(order_id, line_id)
payouts.line_adjustment line_adjustment_pkey: PRIMARY KEY (change_id, order_id, line_id, step)
payouts.line_adjustment line_adjustment_step_check: CHECK ((step >= 0))
payouts.matured_line matured_line_amount_check: CHECK ((amount >= 0))
payouts.matured_line matured_line_pkey: PRIMARY KEY (order_id, line_id, tranche)
payouts.matured_line posted_if_anything: CHECK (((amount > 0) = (posting_key IS NOT NULL)))
payouts.parked_decision decided: CHECK ((((state = 'proposed'::text) = (decided_by IS NULL)) AND ((state = 'proposed'::text) = (decided_at IS NULL))))
payouts.parked_decision decided_by_is_actor: CHECK ((decided_by ~ '^(key|person|system|earlier):.'::text))
payouts.parked_decision parked_decision_check: CHECK (((kind = 'MADE'::text) = (provider_payout_id IS NOT NULL)))
payouts.parked_decision parked_decision_kind_check: CHECK ((kind = ANY (ARRAY['NEVER_MADE'::text, 'MADE'::text, 'SEND_AGAIN'::text])))
payouts.parked_decision parked_decision_payout_id_fkey: FOREIGN KEY (payout_id) REFERENCES payouts.payout(id)
payouts.parked_decision parked_decision_pkey: PRIMARY KEY (id)
payouts.parked_decision parked_decision_state_check: CHECK ((state = ANY (ARRAY['proposed'::text, 'approved'::text, 'rejected'::text])))
payouts.parked_decision proposed_by_is_actor: CHECK ((proposed_by ~ '^(key|person|system|earlier):.'::text))
payouts.parked_decision second_person: CHECK (((state <> 'approved'::text) OR payouts.is_second_person(proposed_by, decided_by)))
payouts.payment_deadline payment_deadline_owed_check: CHECK ((owed >= 0))
payouts.payment_deadline payment_deadline_pkey: PRIMARY KEY (order_id, line_id)
payouts.payout payout_absent_rounds_check: CHECK ((absent_rounds >= 0))
payouts.payout payout_amount_check: CHECK (((amount > 0) AND (amount < 1000000000)))
payouts.payout payout_duplicate_rounds_check: CHECK ((duplicate_rounds >= 0))
payouts.payout payout_failure_class_check: CHECK ((failure_class = ANY (ARRAY['retry'::text, 'seller_must_act'::text, 'terminal'::text])))
payouts.payout payout_pkey: PRIMARY KEY (id)
payouts.payout payout_provider_payout_id_key: UNIQUE (provider_payout_id)
payouts.payout payout_ref_payout_id_check: CHECK ((length(ref_payout_id) <= 50))
payouts.payout payout_ref_payout_id_key: UNIQUE (ref_payout_id)
payouts.payout payout_run_id_fkey: FOREIGN KEY (run_id) REFERENCES payouts.run(id)
payouts.payout payout_schedule_type_check: CHECK ((schedule_type = ANY (ARRAY['EXPRESS'::text, 'SCHEDULED'::text])))
payouts.payout payout_statement_id_fkey: FOREIGN KEY (statement_id) REFERENCES payouts.statement(id)
payouts.payout_override payout_override_kind_check: CHECK ((kind = 'BELOW_MINIMUM'::text))
payouts.payout_override payout_override_pkey: PRIMARY KEY (id)
payouts.payout_override payout_override_seller_id_kind_business_date_key: UNIQUE (seller_id, kind, business_date)
payouts.payout_override placed_by_is_actor: CHECK ((placed_by ~ '^(key|person|system|earlier):.'::text))
payouts.provider_finding known_or_not: CHECK ((((kind = 'UNKNOWN_PAYOUT'::text) = (our_state IS NULL)) AND ((our_state IS NULL) = (our_amount IS NULL))))
payouts.provider_finding provider_finding_acknowledgement_id_fkey: FOREIGN KEY (acknowledgement_id) REFERENCES payouts.dispatch_decision(id)
payouts.provider_finding provider_finding_kind_check: CHECK ((kind = ANY (ARRAY['UNKNOWN_PAYOUT'::text, 'NEVER_SENT'::text, 'OTHER_CONTENT'::text])))
payouts.provider_finding provider_finding_pkey: PRIMARY KEY (id)
payouts.provider_finding provider_finding_provider_payout_id_key: UNIQUE (provider_payout_id)
payouts.reissue reissue_amount_check: CHECK ((amount > 0))
payouts.reissue reissue_attempt_check: CHECK ((attempt > 0))
payouts.reissue reissue_payout_id_fkey: FOREIGN KEY (payout_id) REFERENCES payouts.payout(id)
payouts.reissue reissue_pkey: PRIMARY KEY (id)
payouts.reissue reissue_statement_id_fkey: FOREIGN KEY (statement_id) REFERENCES payouts.statement(id)
payouts.reissue requested_by_is_actor: CHECK ((requested_by ~ '^(key|person|system|earlier):.'::text))
payouts.reissue taken_by_statement: CHECK (((statement_id IS NULL) = (taken_at IS NULL)))
payouts.reissue_policy reissue_policy_pkey: PRIMARY KEY (version)
payouts.reissue_policy set_by_is_actor: CHECK ((set_by ~ '^(key|person|system|earlier):.'::text))
payouts.reserve_hold reserve_hold_amount_check: CHECK ((amount > 0))
payouts.reserve_hold reserve_hold_check: CHECK (((released >= 0) AND (released <= amount)))
payouts.reserve_hold reserve_hold_pkey: PRIMARY KEY (id)
payouts.reserve_hold reserve_hold_statement_id_fkey: FOREIGN KEY (statement_id) REFERENCES payouts.statement(id)
payouts.reserve_release decided_by_is_actor: CHECK ((decided_by ~ '^(key|person|system|earlier):.'::text))
payouts.reserve_release reserve_release_amount_check: CHECK ((amount > 0))
payouts.reserve_release reserve_release_pkey: PRIMARY KEY (decision_id, reserve_id)
payouts.reserve_release reserve_release_reserve_id_fkey: FOREIGN KEY (reserve_id) REFERENCES payouts.reserve_hold(id)
payouts.rule_change decided_by_is_actor: CHECK ((decided_by ~ '^(key|person|system|earlier):.'::text))
payouts.rule_change decided_when_not_proposed: CHECK ((((state = 'proposed'::text) = (decided_by IS NULL)) AND ((decided_by IS NULL) = (decided_at IS NULL))))
payouts.rule_change proposed_by_is_actor: CHECK ((proposed_by ~ '^(key|person|system|earlier):.'::text))
payouts.rule_change rule_change_check: CHECK ((moved >= abs(net)))
payouts.rule_change rule_change_kind_check: CHECK ((kind = ANY (ARRAY['begin'::text, 'end'::text])))
payouts.rule_change rule_change_line_count_check: CHECK ((line_count >= 0))
payouts.rule_change rule_change_pkey: PRIMARY KEY (id)
payouts.rule_change rule_change_seller_count_check: CHECK ((seller_count >= 0))
payouts.rule_change rule_change_state_check: CHECK ((state = ANY (ARRAY['proposed'::text, 'approved'::text, 'rejected'::text])))
payouts.rule_change second_person: CHECK (((state <> 'approved'::text) OR payouts.is_second_person(proposed_by, decided_by)))
payouts.run approved_by_is_actor: CHECK ((approved_by ~ '^(key|person|system|earlier):.'::text))
payouts.run drafted_by_is_actor: CHECK ((drafted_by ~ '^(key|person|system|earlier):.'::text))
payouts.run paused_since: CHECK (((paused_reason IS NULL) = (paused_at IS NULL)))
payouts.run run_business_date_key: UNIQUE (business_date)
payouts.run run_paused_reason_check: CHECK ((paused_reason = ANY (ARRAY['RUN_CAP'::text, 'DAY_CAP'::text, 'DUPLICATE_RUN'::text])))
payouts.run run_pkey: PRIMARY KEY (id)
payouts.run second_person: CHECK (((approved_by IS NULL) OR (approved_by ~~ 'system:policy:%'::text) OR payouts.is_second_person(drafted_by, approved_by)))
payouts.run_decision decided_by_is_actor: CHECK ((decided_by ~ '^(key|person|system|earlier):.'::text))
payouts.run_decision run_decision_action_check: CHECK ((action = ANY (ARRAY['drafted'::text, 'approved'::text, 'rejected'::text, 'expired'::text, 'stopped'::text])))
payouts.run_decision run_decision_pkey: PRIMARY KEY (id)
payouts.run_decision run_decision_run_id_fkey: FOREIGN KEY (run_id) REFERENCES payouts.run(id)
payouts.run_override by_person: CHECK ((placed_by ~ '^(person|earlier):'::text))
payouts.run_override placed_by_is_actor: CHECK ((placed_by ~ '^(key|person|system|earlier):.'::text))
payouts.run_override run_override_kind_check: CHECK ((kind = ANY (ARRAY['RUN_CAP'::text, 'DAY_CAP'::text, 'DUPLICATE_RUN'::text])))
payouts.run_override run_override_pkey: PRIMARY KEY (run_id, kind)
payouts.run_override run_override_run_id_fkey: FOREIGN KEY (run_id) REFERENCES payouts.run(id)
payouts.segregation_day segregation_day_base_check: CHECK ((base >= 0))
payouts.segregation_day segregation_day_pkey: PRIMARY KEY (business_date, rule_code)
payouts.segregation_rule added_by_is_actor: CHECK ((added_by ~ '^(key|person|system|earlier):.'::text))
payouts.segregation_rule segregation_rule_code_check: CHECK ((code ~ '^[A-Z][A-Z0-9_]{2,39}$'::text))
payouts.segregation_rule segregation_rule_code_effective_from_key: UNIQUE (code, effective_from)
payouts.segregation_rule segregation_rule_pkey: PRIMARY KEY (id)
payouts.segregation_rule segregation_rule_rate_check: CHECK (((rate >= 0) AND (rate <= 100000)))
payouts.segregation_rule segregation_rule_standing_check: CHECK ((standing = ANY (ARRAY['in_force'::text, 'planned'::text])))
payouts.seller_adjustment decided_by_is_actor: CHECK ((decided_by ~ '^(key|person|system|earlier):.'::text))
payouts.seller_adjustment decided_when_not_proposed: CHECK ((((state = 'proposed'::text) = (decided_by IS NULL)) AND ((decided_by IS NULL) = (decided_at IS NULL))))
payouts.seller_adjustment proposed_by_is_actor: CHECK ((proposed_by ~ '^(key|person|system|earlier):.'::text))
payouts.seller_adjustment second_person: CHECK (((state <> 'posted'::text) OR payouts.is_second_person(proposed_by, decided_by) OR ((alone_limit IS NOT NULL) AND (decided_by = proposed_by) AND (proposed_by ~ '^person:'::text) AND (abs(amount) <= alone_limit))))
payouts.seller_adjustment seller_adjustment_amount_check: CHECK ((amount <> 0))
payouts.seller_adjustment seller_adjustment_check: CHECK (((to_debt >= 0) AND ((to_debt = 0) OR ((state = 'posted'::text) AND (to_debt <= (- amount))))))
payouts.seller_adjustment seller_adjustment_pkey: PRIMARY KEY (id)
payouts.seller_adjustment seller_adjustment_state_check: CHECK ((state = ANY (ARRAY['proposed'::text, 'posted'::text, 'rejected'::text])))
payouts.seller_terms seller_terms_pkey: PRIMARY KEY (seller_id, effective_from)
payouts.seller_terms set_by_is_actor: CHECK ((set_by ~ '^(key|person|system|earlier):.'::text))
payouts.stated_debt stated_debt_amount_check: CHECK ((amount > 0))
payouts.stated_debt stated_debt_pkey: PRIMARY KEY (entry_id)
payouts.stated_debt stated_debt_statement_id_fkey: FOREIGN KEY (statement_id) REFERENCES payouts.statement(id) DEFERRABLE INITIALLY DEFERRED
payouts.statement adds_up: CHECK (((opening + movements) = (payout_amount + carried)))
payouts.statement statement_debt_netted_check: CHECK ((debt_netted >= 0))
payouts.statement statement_held_back_check: CHECK ((held_back >= 0))
payouts.statement statement_payout_amount_check: CHECK ((payout_amount >= 0))
payouts.statement statement_pkey: PRIMARY KEY (id)
payouts.statement statement_reserve_held_check: CHECK ((reserve_held >= 0))
payouts.statement statement_reserve_released_check: CHECK ((reserve_released >= 0))
payouts.statement statement_run_id_fkey: FOREIGN KEY (run_id) REFERENCES payouts.run(id)
payouts.statement statement_seller_id_business_date_key: UNIQUE (seller_id, business_date)
payouts.statement sums_agree: TRIGGER DEFERRABLE INITIALLY DEFERRED
payouts.statement_contact set_by_is_actor: CHECK ((set_by ~ '^(key|person|system|earlier):.'::text))
payouts.statement_contact statement_contact_language_check: CHECK ((language = ANY (ARRAY['ko'::text, 'en'::text])))
payouts.statement_contact statement_contact_pkey: PRIMARY KEY (seller_id)
payouts.statement_line statement_line_pkey: PRIMARY KEY (entry_id)
payouts.statement_line statement_line_statement_id_fkey: FOREIGN KEY (statement_id) REFERENCES payouts.statement(id) DEFERRABLE INITIALLY DEFERRED
payouts.statement_mail asked_by_is_actor: CHECK ((asked_by ~ '^(key|person|system|earlier):.'::text))
payouts.statement_mail of_one: CHECK (((statement_id IS NULL) <> (month IS NULL)))
payouts.statement_mail state_is_dated: CHECK ((((state = 'sent'::text) = (sent_at IS NOT NULL)) AND ((state = 'failed'::text) = (failed_at IS NOT NULL))))
payouts.statement_mail statement_mail_format_check: CHECK ((format = ANY (ARRAY['csv'::text, 'xlsx'::text, 'pdf'::text])))
payouts.statement_mail statement_mail_month_check: CHECK ((EXTRACT(day FROM month) = (1)::numeric))
payouts.statement_mail statement_mail_pkey: PRIMARY KEY (id)
payouts.statement_mail statement_mail_state_check: CHECK ((state = ANY (ARRAY['unsent'::text, 'sent'::text, 'failed'::text])))
payouts.statement_mail statement_mail_statement_id_fkey: FOREIGN KEY (statement_id) REFERENCES payouts.statement(id)
payouts.statement_mail statement_mail_statement_id_key: UNIQUE (statement_id)
payouts.statutory_choice chosen_by_is_actor: CHECK ((chosen_by ~ '^(key|person|system|earlier):.'::text))
payouts.statutory_choice statutory_choice_pkey: PRIMARY KEY (id)
payouts.statutory_rule added_by_is_actor: CHECK ((added_by ~ '^(key|person|system|earlier):.'::text))
payouts.statutory_rule statutory_rule_code_check: CHECK ((code ~ '^[A-Z][A-Z0-9_]{2,39}$'::text))
payouts.statutory_rule statutory_rule_code_effective_from_key: UNIQUE (code, effective_from)
payouts.statutory_rule statutory_rule_days_check: CHECK (((days >= 0) AND (days <= 365)))
payouts.statutory_rule statutory_rule_on_holiday_check: CHECK ((on_holiday = ANY (ARRAY['NEXT'::text, 'PREVIOUS'::text, 'SAME'::text])))
payouts.statutory_rule statutory_rule_pkey: PRIMARY KEY (id)
payouts.statutory_rule statutory_rule_standing_check: CHECK ((standing = ANY (ARRAY['in_force'::text, 'planned'::text])))
payouts.statutory_rule statutory_rule_start_event_check: CHECK ((start_event = ANY (ARRAY['PAID'::text, 'DELIVERED'::text, 'CONFIRMED'::text])))
payouts.tax_invoice direct_adds_up: CHECK (((direction <> 'DIRECT'::text) OR ((supply = (commission + fees)) AND (settled = 0) AND (settled_as IS NULL))))
payouts.tax_invoice issued_is_named: CHECK (((state <> ALL (ARRAY['issued'::text, 'sent'::text])) OR ((external_reference IS NOT NULL) AND (issued_at IS NOT NULL))))
payouts.tax_invoice reverse_adds_up: CHECK (((direction <> 'REVERSE'::text) OR ((commission = 0) AND (fees = 0) AND (settled_as IS NOT NULL) AND (settled =
CASE settled_as
    WHEN 'TOTAL'::text THEN total
    ELSE supply
END))))
payouts.tax_invoice tax_invoice_check1: CHECK ((total = (supply + vat)))
payouts.tax_invoice tax_invoice_direction_check: CHECK ((direction = ANY (ARRAY['DIRECT'::text, 'REVERSE'::text])))
payouts.tax_invoice tax_invoice_kind_check: CHECK ((kind = ANY (ARRAY['TAX_INVOICE'::text, 'INVOICE'::text])))
payouts.tax_invoice tax_invoice_month_check: CHECK ((EXTRACT(day FROM month) = (1)::numeric))
payouts.tax_invoice tax_invoice_pkey: PRIMARY KEY (id)
payouts.tax_invoice tax_invoice_settled_as_check: CHECK ((settled_as = ANY (ARRAY['TOTAL'::text, 'SUPPLY'::text])))
payouts.tax_invoice tax_invoice_state_check: CHECK ((state = ANY (ARRAY['drafted'::text, 'issued'::text, 'sent'::text, 'canceled'::text])))
payouts.terms_change decided: CHECK ((((state = 'proposed'::text) = (decided_by IS NULL)) AND ((state = 'approved'::text) = (approval IS NOT NULL))))
payouts.terms_change decided_by_is_actor: CHECK ((decided_by ~ '^(key|person|system|earlier):.'::text))
payouts.terms_change proposed_by_is_actor: CHECK ((proposed_by ~ '^(key|person|system|earlier):.'::text))
payouts.terms_change second_person: CHECK (((state <> 'approved'::text) OR payouts.is_second_person(proposed_by, decided_by)))
payouts.terms_change terms_change_check: CHECK ((net = ((((promotion - commission) - commission_vat) - fees) - fee_vat)))
payouts.terms_change terms_change_pkey: PRIMARY KEY (id)
payouts.terms_change terms_change_rule_change_id_fkey: FOREIGN KEY (rule_change_id) REFERENCES payouts.rule_change(id) DEFERRABLE INITIALLY DEFERRED
payouts.terms_change terms_change_seller_id_approval_key: UNIQUE (seller_id, approval)
payouts.terms_change terms_change_state_check: CHECK ((state = ANY (ARRAY['proposed'::text, 'approved'::text, 'rejected'::text])))
payouts.terms_change terms_or_rule: CHECK (((document IS NULL) = (rule_change_id IS NOT NULL)))
public.schema_migration PK_0edff5015b71cc0389ae0f4b9a1: PRIMARY KEY (id)
reconciliation.balance_proof balance_proof_pkey: PRIMARY KEY (business_date, account)
reconciliation.bank_row bank_row_amount_check: CHECK ((amount <> 0))
reconciliation.bank_row bank_row_kind_check: CHECK ((kind = ANY (ARRAY['settlement'::text, 'payout'::text, 'fee'::text, 'other'::text])))
reconciliation.bank_row bank_row_pkey: PRIMARY KEY (id)
reconciliation.bank_row bank_row_statement_id_fkey: FOREIGN KEY (statement_id) REFERENCES reconciliation.bank_statement(id)
reconciliation.bank_row bank_row_statement_id_position_key: UNIQUE (statement_id, "position")
reconciliation.bank_statement bank_statement_bank_account_content_hash_key: UNIQUE (bank_account, content_hash)
reconciliation.bank_statement bank_statement_check: CHECK ((from_day <= to_day))
reconciliation.bank_statement bank_statement_covers_check: CHECK ((covers = ANY (ARRAY['deposits'::text, 'withdrawals'::text, 'both'::text])))
reconciliation.bank_statement bank_statement_format_check: CHECK ((format = ANY (ARRAY['csv'::text, 'camt.053'::text])))
reconciliation.bank_statement bank_statement_pkey: PRIMARY KEY (id)
reconciliation.bank_statement uploaded_by_is_actor: CHECK ((uploaded_by ~ '^(key|person|system|earlier):.'::text))
reconciliation.break break_class_subject_key: UNIQUE (class, subject)
reconciliation.break break_pkey: PRIMARY KEY (id)
reconciliation.break changed_by_is_actor: CHECK ((changed_by ~ '^(key|person|system|earlier):.'::text))
reconciliation.break matched_when_forced: CHECK (((state <> 'FORCED'::text) OR (matched_key IS NOT NULL)))
reconciliation.break owned_when_assigned: CHECK (((state <> 'ASSIGNED'::text) OR (owner IS NOT NULL)))
reconciliation.break owner_is_actor: CHECK ((owner ~ '^person:.'::text))
reconciliation.break reason_of_person: CHECK (((state <> ALL (ARRAY['EXPLAINED'::text, 'ADJUSTED'::text, 'FORCED'::text])) OR (reason IS NOT NULL)))
reconciliation.break resolved_when_not_open: CHECK (((state = ANY (ARRAY['OPEN'::text, 'ASSIGNED'::text, 'REOPENED'::text])) = (resolved_at IS NULL)))
reconciliation.break state_known: CHECK ((state = ANY (ARRAY['OPEN'::text, 'ASSIGNED'::text, 'EXPLAINED'::text, 'ADJUSTED'::text, 'FORCED'::text, 'CLOSED'::text, 'REOPENED'::text])))
reconciliation.break_decision adjusted: CHECK (((way = 'adjust'::text) = ((account IS NOT NULL) AND (counter_account IS NOT NULL) AND (gain IS NOT NULL))))
reconciliation.break_decision break_decision_break_id_fkey: FOREIGN KEY (break_id) REFERENCES reconciliation.break(id)
reconciliation.break_decision break_decision_gain_check: CHECK ((gain <> 0))
reconciliation.break_decision break_decision_pkey: PRIMARY KEY (id)
reconciliation.break_decision break_decision_size_check: CHECK ((size >= 0))
reconciliation.break_decision break_decision_state_check: CHECK ((state = ANY (ARRAY['proposed'::text, 'approved'::text, 'declined'::text])))
reconciliation.break_decision break_decision_way_check: CHECK ((way = ANY (ARRAY['expect'::text, 'adjust'::text, 'force'::text, 'reopen'::text])))
reconciliation.break_decision decided_by_is_actor: CHECK ((decided_by ~ '^(key|person|system|earlier):.'::text))
reconciliation.break_decision decided_when_not_proposed: CHECK ((((state = 'proposed'::text) = (decided_by IS NULL)) AND ((decided_by IS NULL) = (decided_at IS NULL))))
reconciliation.break_decision forced: CHECK (((way = 'force'::text) = (matched_key IS NOT NULL)))
reconciliation.break_decision proposed_by_is_actor: CHECK ((proposed_by ~ '^(key|person|system|earlier):.'::text))
reconciliation.break_decision second_person: CHECK (((state <> 'approved'::text) OR ((proposed_by ~ '^person:'::text) AND (decided_by ~ '^person:'::text) AND ((proposed_by <> decided_by) OR ((alone_limit IS NOT NULL) AND (size <= alone_limit))))))
reconciliation.break_event actor_is_actor: CHECK ((actor ~ '^(key|person|system|earlier):.'::text))
reconciliation.break_event break_event_break_id_fkey: FOREIGN KEY (break_id) REFERENCES reconciliation.break(id)
reconciliation.break_event break_event_pkey: PRIMARY KEY (break_id, version)
reconciliation.break_sheet begun_before_applied: CHECK (((applied_at IS NULL) OR (begun_at IS NOT NULL)))
reconciliation.break_sheet break_sheet_kind_check: CHECK ((kind = ANY (ARRAY['breaks'::text, 'decisions'::text])))
reconciliation.break_sheet break_sheet_pkey: PRIMARY KEY (id)
reconciliation.break_sheet break_sheet_row_count_check: CHECK ((row_count > 0))
reconciliation.break_sheet uploaded_by_is_actor: CHECK ((uploaded_by ~ '^(key|person|system|earlier):.'::text))
reconciliation.break_sheet_row break_sheet_row_pkey: PRIMARY KEY (sheet_id, "position")
reconciliation.break_sheet_row break_sheet_row_sheet_id_fkey: FOREIGN KEY (sheet_id) REFERENCES reconciliation.break_sheet(id)
reconciliation.changed_row changed_row_download_id_fkey: FOREIGN KEY (download_id) REFERENCES reconciliation.download(id)
reconciliation.changed_row changed_row_source_check: CHECK ((source = ANY (ARRAY['transaction'::text, 'settlement'::text])))
reconciliation.download done_waits_for_nothing: CHECK (((NOT done) OR (waiting_for IS NULL)))
reconciliation.download download_business_date_fkey: FOREIGN KEY (business_date) REFERENCES reconciliation.run(business_date)
reconciliation.download download_once: UNIQUE (business_date, account, source, day, pass)
reconciliation.download download_pkey: PRIMARY KEY (id)
reconciliation.download download_source_check: CHECK ((source = ANY (ARRAY['transactions'::text, 'settlements-sold'::text, 'settlements-paid'::text])))
reconciliation.download download_waiting_for_check: CHECK ((waiting_for = ANY (ARRAY['answer'::text, 'rate limit'::text, 'own limit'::text, 'provider'::text])))
reconciliation.download waits_for_something: CHECK (((waiting_for IS NULL) = (waiting_until IS NULL)))
reconciliation.fee_line fee_line_fixed_check: CHECK ((fixed >= 0))
reconciliation.fee_line fee_line_pkey: PRIMARY KEY (table_id, method, currency)
reconciliation.fee_line fee_line_rate_check: CHECK (((rate >= 0) AND (rate <= 100000)))
reconciliation.fee_line fee_line_rounding_check: CHECK ((rounding = ANY (ARRAY['down'::text, 'half-up'::text])))
reconciliation.fee_line fee_line_table_id_fkey: FOREIGN KEY (table_id) REFERENCES reconciliation.fee_table(id)
reconciliation.fee_line fee_line_vat_mode_check: CHECK ((vat_mode = ANY (ARRAY['included'::text, 'added'::text])))
reconciliation.fee_line rate_or_fixed: CHECK (((rate IS NULL) <> (fixed IS NULL)))
reconciliation.fee_table decided_by_is_actor: CHECK ((decided_by ~ '^(key|person|system|earlier):.'::text))
reconciliation.fee_table decided_once: CHECK ((((state = 'proposed'::text) = (decided_by IS NULL)) AND ((decided_by IS NULL) = (decided_at IS NULL))))
reconciliation.fee_table fee_table_pkey: PRIMARY KEY (id)
reconciliation.fee_table fee_table_state_check: CHECK ((state = ANY (ARRAY['proposed'::text, 'active'::text, 'rejected'::text])))
reconciliation.fee_table proposed_by_is_actor: CHECK ((proposed_by ~ '^(key|person|system|earlier):.'::text))
reconciliation.hand_run canceled_by_an_actor: CHECK (((state = 'canceled'::text) = (canceled_by IS NOT NULL)))
reconciliation.hand_run canceled_by_is_actor: CHECK ((canceled_by ~ '^(key|person|system|earlier):.'::text))
reconciliation.hand_run dry_run_is_of_a_match: CHECK (((NOT dry_run) OR (mode = 'match'::text)))
reconciliation.hand_run finished_has_time: CHECK (((state = ANY (ARRAY['queued'::text, 'running'::text])) = (finished_at IS NULL)))
reconciliation.hand_run hand_run_mode_check: CHECK ((mode = ANY (ARRAY['reconcile'::text, 'match'::text, 'prove'::text])))
reconciliation.hand_run hand_run_pkey: PRIMARY KEY (id)
reconciliation.hand_run hand_run_stage_check: CHECK ((stage = ANY (ARRAY['begin'::text, 'download'::text, 'match'::text, 'prove'::text, 'end'::text])))
reconciliation.hand_run hand_run_state_check: CHECK ((state = ANY (ARRAY['queued'::text, 'running'::text, 'done'::text, 'failed'::text, 'canceled'::text])))
reconciliation.hand_run one_at_a_time: EXCLUDE USING gist (daterange(from_date, to_date, '[]'::text) WITH &&) WHERE ((state = ANY (ARRAY['queued'::text, 'running'::text])))
reconciliation.hand_run requested_by_is_actor: CHECK ((requested_by ~ '^(key|person|system|earlier):.'::text))
reconciliation.hand_run window_runs_forward: CHECK ((from_date <= to_date))
reconciliation.listed_payout listed_payout_pkey: PRIMARY KEY (provider_payout_id)
reconciliation.month closed_with_figures: CHECK (((state <> 'CLOSED'::text) OR ((closed_at IS NOT NULL) AND (postings IS NOT NULL) AND (entries IS NOT NULL) AND (balances_hash IS NOT NULL))))
reconciliation.month month_month_check: CHECK ((EXTRACT(day FROM month) = (1)::numeric))
reconciliation.month month_pkey: PRIMARY KEY (month)
reconciliation.month month_state_check: CHECK ((state = ANY (ARRAY['OPEN'::text, 'CLOSING'::text, 'CLOSED'::text, 'REOPENED'::text])))
reconciliation.month_request decided_by_is_actor: CHECK ((decided_by ~ '^(key|person|system|earlier):.'::text))
reconciliation.month_request decided_when_not_proposed: CHECK ((((state = 'proposed'::text) = (decided_by IS NULL)) AND ((decided_by IS NULL) = (decided_at IS NULL))))
reconciliation.month_request month_request_kind_check: CHECK ((kind = ANY (ARRAY['close'::text, 'reopen'::text])))
reconciliation.month_request month_request_month_fkey: FOREIGN KEY (month) REFERENCES reconciliation.month(month)
reconciliation.month_request month_request_pkey: PRIMARY KEY (id)
reconciliation.month_request month_request_state_check: CHECK ((state = ANY (ARRAY['proposed'::text, 'approved'::text, 'rejected'::text])))
reconciliation.month_request proposed_by_is_actor: CHECK ((proposed_by ~ '^(key|person|system|earlier):.'::text))
reconciliation.month_request second_person: CHECK (((state <> 'approved'::text) OR ((proposed_by ~ '^person:'::text) AND (decided_by ~ '^person:'::text) AND ((decided_by <> proposed_by) OR ((kind = 'close'::text) AND (cardinality(missing) = 0))))))
reconciliation.page page_download_id_fkey: FOREIGN KEY (download_id) REFERENCES reconciliation.download(id)
reconciliation.page page_pkey: PRIMARY KEY (download_id, number)
reconciliation.payout_listing payout_listing_pkey: PRIMARY KEY (day)
reconciliation.proof proof_business_date_number_key: UNIQUE (business_date, number)
reconciliation.proof proof_hash_check: CHECK ((hash ~ '^[0-9a-f]{64}$'::text))
reconciliation.proof proof_hash_key: UNIQUE (hash)
reconciliation.proof proof_id_fkey: FOREIGN KEY (id) REFERENCES reconciliation.proof_input(id)
reconciliation.proof proof_pkey: PRIMARY KEY (id)
reconciliation.proof proof_state_check: CHECK ((state = ANY (ARRAY['PROVEN'::text, 'PROVEN_WITH_EXCEPTIONS'::text, 'UNPROVEN'::text])))
reconciliation.proof_input proof_input_business_date_number_key: UNIQUE (business_date, number)
reconciliation.proof_input proof_input_number_check: CHECK ((number > 0))
reconciliation.proof_input proof_input_pkey: PRIMARY KEY (id)
reconciliation.raw_page raw_page_month_check: CHECK ((month = (date_trunc('month'::text, (month)::timestamp with time zone))::date))
reconciliation.raw_page raw_page_pkey: PRIMARY KEY (sha256, month)
reconciliation.raw_page raw_page_sha256_check: CHECK ((sha256 ~ '^[0-9a-f]{64}$'::text))
reconciliation.raw_page_rest raw_page_month_check: CHECK ((month = (date_trunc('month'::text, (month)::timestamp with time zone))::date))
reconciliation.raw_page_rest raw_page_rest_pkey: PRIMARY KEY (sha256, month)
reconciliation.raw_page_rest raw_page_sha256_check: CHECK ((sha256 ~ '^[0-9a-f]{64}$'::text))
reconciliation.reading_pace reading_pace_pkey: PRIMARY KEY (account)
reconciliation.rule decided_by_is_actor: CHECK ((decided_by ~ '^(key|person|system|earlier):.'::text))
reconciliation.rule decided_once: CHECK ((((state = 'proposed'::text) = (decided_by IS NULL)) AND ((decided_by IS NULL) = (decided_at IS NULL))))
reconciliation.rule proposed_by_is_actor: CHECK ((proposed_by ~ '^(key|person|system|earlier):.'::text))
reconciliation.rule rule_days_check: CHECK (((days >= 0) AND (days <= 365)))
reconciliation.rule rule_pkey: PRIMARY KEY (id)
reconciliation.rule rule_state_check: CHECK ((state = ANY (ARRAY['proposed'::text, 'active'::text, 'rejected'::text])))
reconciliation.rule rule_tolerance_check: CHECK ((tolerance >= 0))
reconciliation.run run_pkey: PRIMARY KEY (business_date)
reconciliation.run run_state_check: CHECK ((state = ANY (ARRAY['downloading'::text, 'matching'::text, 'posting'::text, 'done'::text])))
reconciliation.settlement settlement_pkey: PRIMARY KEY (transaction_key)
reconciliation.settlement settlement_state_check: CHECK ((state = ANY (ARRAY['imported'::text, 'pending'::text, 'available'::text, 'disputed'::text])))
reconciliation.severity_rule decided_by_is_actor: CHECK ((decided_by ~ '^(key|person|system|earlier):.'::text))
reconciliation.severity_rule decided_once: CHECK ((((state = 'proposed'::text) = (decided_by IS NULL)) AND ((decided_by IS NULL) = (decided_at IS NULL))))
reconciliation.severity_rule falls: CHECK (((critical_amount >= high_amount) AND (high_amount >= medium_amount) AND (medium_amount > 0) AND (critical_age >= high_age) AND (high_age >= medium_age) AND (medium_age > '00:00:00'::interval)))
reconciliation.severity_rule proposed_by_is_actor: CHECK ((proposed_by ~ '^(key|person|system|earlier):.'::text))
reconciliation.severity_rule severity_rule_pkey: PRIMARY KEY (id)
reconciliation.severity_rule severity_rule_state_check: CHECK ((state = ANY (ARRAY['proposed'::text, 'active'::text, 'rejected'::text])))
reconciliation.transaction transaction_pkey: PRIMARY KEY (transaction_key)
reconciliation.unreadable_row unreadable_row_download_id_page_fkey: FOREIGN KEY (download_id, page) REFERENCES reconciliation.page(download_id, number)
reconciliation.unreadable_row unreadable_row_pkey: PRIMARY KEY (download_id, page, "position")
webhooks.delivery delivery_endpoint_id_fkey: FOREIGN KEY (endpoint_id) REFERENCES webhooks.endpoint(id)
webhooks.delivery delivery_pkey: PRIMARY KEY (endpoint_id, event_id)
webhooks.delivery delivery_state_check: CHECK ((state = ANY (ARRAY['pending'::text, 'delivered'::text, 'failed'::text])))
webhooks.delivery_rest delivery_endpoint_id_fkey: FOREIGN KEY (endpoint_id) REFERENCES webhooks.endpoint(id)
webhooks.delivery_rest delivery_rest_pkey: PRIMARY KEY (endpoint_id, event_id)
webhooks.delivery_rest delivery_state_check: CHECK ((state = ANY (ARRAY['pending'::text, 'delivered'::text, 'failed'::text])))
webhooks.endpoint earlier_secret_has_end: CHECK (((earlier_secret_sealed IS NULL) = (earlier_secret_until IS NULL)))
webhooks.endpoint endpoint_paused_because_check: CHECK ((paused_because = ANY (ARRAY['PERSON'::text, 'FAILING'::text, 'GONE'::text])))
webhooks.endpoint endpoint_pkey: PRIMARY KEY (id)
webhooks.endpoint pause_has_cause: CHECK (((paused_at IS NULL) = (paused_because IS NULL)))
webhooks.inbox inbox_left_alone_check: CHECK ((left_alone = ANY (ARRAY['too-old'::text, 'not-for-us'::text])))
webhooks.inbox inbox_pkey: PRIMARY KEY (id, received_at)
webhooks.inbox inbox_signature_check: CHECK ((signature = ANY (ARRAY['valid'::text, 'absent'::text])))
webhooks.inbox known_key: CHECK (((body_sealed IS NULL) = (sealed_by IS NULL)))
webhooks.inbox one_body: CHECK (((body IS NULL) OR (body_sealed IS NULL)))
webhooks.inbox_key inbox_key_pkey: PRIMARY KEY (dedupe_key)
webhooks.inbox_rest inbox_left_alone_check: CHECK ((left_alone = ANY (ARRAY['too-old'::text, 'not-for-us'::text])))
webhooks.inbox_rest inbox_rest_pkey: PRIMARY KEY (id, received_at)
webhooks.inbox_rest inbox_signature_check: CHECK ((signature = ANY (ARRAY['valid'::text, 'absent'::text])))
webhooks.inbox_rest known_key: CHECK (((body_sealed IS NULL) = (sealed_by IS NULL)))
webhooks.inbox_rest one_body: CHECK (((body IS NULL) OR (body_sealed IS NULL)))
webhooks.look look_pkey: PRIMARY KEY (subject)

-- indexes
CREATE UNIQUE INDEX checkpoint_pkey ON audit.checkpoint USING btree (number)
CREATE INDEX decision_actor_number_idx ON audit.decision USING btree (actor, number)
CREATE INDEX decision_at_number_idx ON audit.decision USING btree (at, number)
CREATE INDEX decision_kind_number_idx ON audit.decision USING btree (kind, number)
CREATE UNIQUE INDEX decision_number ON audit.decision USING btree (number)
CREATE UNIQUE INDEX decision_pkey ON audit.decision USING btree (id)
CREATE INDEX decision_subject_number_idx ON audit.decision USING btree (subject, number)
CREATE INDEX decision_unchained ON audit.decision USING btree (id) WHERE (number IS NULL)
CREATE INDEX cancel_assumed ON gateway.cancel USING btree (created_at, id) WHERE ((allocation = 'assumed'::text) AND (state = 'done'::text))
CREATE INDEX cancel_canceled_at_idx ON gateway.cancel USING btree (canceled_at) WHERE (canceled_at IS NOT NULL)
CREATE INDEX cancel_corrections ON gateway.cancel USING btree (corrects) WHERE (corrects IS NOT NULL)
CREATE INDEX cancel_given_back_at_idx ON gateway.cancel USING btree (given_back_at) WHERE (given_back_at IS NOT NULL)
CREATE INDEX cancel_listed ON gateway.cancel USING btree (created_at, id)
CREATE INDEX cancel_open ON gateway.cancel USING btree (payment_id) WHERE (state = 'requested'::text)
CREATE INDEX cancel_payment_id_idx ON gateway.cancel USING btree (payment_id)
CREATE UNIQUE INDEX cancel_pkey ON gateway.cancel USING btree (id)
CREATE INDEX cancel_refunds ON gateway.cancel USING btree (payment_id) WHERE (refund = ANY (ARRAY['pending'::text, 'failed'::text]))
CREATE UNIQUE INDEX cancel_request_key_key ON gateway.cancel USING btree (request_key)
CREATE UNIQUE INDEX cancel_transaction_key_key ON gateway.cancel USING btree (transaction_key)
CREATE INDEX cancel_allocation_cancel_id_allocated_at_idx ON gateway.cancel_allocation USING btree (cancel_id, allocated_at)
CREATE UNIQUE INDEX cancel_allocation_correction_id_key ON gateway.cancel_allocation USING btree (correction_id)
CREATE UNIQUE INDEX cancel_allocation_pkey ON gateway.cancel_allocation USING btree (id)
CREATE INDEX cancel_line_order_id_line_id_idx ON gateway.cancel_line USING btree (order_id, line_id)
CREATE UNIQUE INDEX cancel_line_pkey ON gateway.cancel_line USING btree (cancel_id, line_id)
CREATE INDEX order_line_listed ON gateway.order_line USING btree (seller_id, ordered_at, order_id)
CREATE INDEX order_line_of_seller ON gateway.order_line USING btree (seller_id, order_id, line_id)
CREATE UNIQUE INDEX order_line_pkey ON gateway.order_line USING btree (order_id, line_id)
CREATE INDEX order_line_tranche_maturity ON gateway.order_line_tranche USING btree (seller_id, matures_on)
CREATE UNIQUE INDEX order_line_tranche_pkey ON gateway.order_line_tranche USING btree (order_id, line_id, tranche)
CREATE INDEX orders_listed ON gateway.orders USING btree (ordered_at, order_id)
CREATE UNIQUE INDEX orders_pkey ON gateway.orders USING btree (order_id)
CREATE UNIQUE INDEX one_live_payment_per_order ON gateway.payment USING btree (order_id) WHERE (state <> ALL (ARRAY['refused'::text, 'expired'::text, 'voided'::text]))
CREATE INDEX payment_approved_at_idx ON gateway.payment USING btree (approved_at) WHERE (approved_at IS NOT NULL)
CREATE INDEX payment_earned_at_idx ON gateway.payment USING btree (earned_at) WHERE (earned_at IS NOT NULL)
CREATE INDEX payment_listed ON gateway.payment USING btree (created_at, id)
CREATE INDEX payment_listed_by_method ON gateway.payment USING btree (method, created_at, id)
CREATE INDEX payment_listed_by_state ON gateway.payment USING btree (state, created_at, id)
CREATE INDEX payment_order_id_idx ON gateway.payment USING btree (order_id)
CREATE UNIQUE INDEX payment_payment_key_key ON gateway.payment USING btree (payment_key)
CREATE UNIQUE INDEX payment_pkey ON gateway.payment USING btree (id)
CREATE UNIQUE INDEX payment_transaction_key_idx ON gateway.payment USING btree (transaction_key)
CREATE INDEX payment_unallocated ON gateway.payment USING btree (provider_order_id) WHERE (order_id IS NULL)
CREATE INDEX payment_unallocated_by_id ON gateway.payment USING btree (id) WHERE (order_id IS NULL)
CREATE INDEX payment_unallocated_listed ON gateway.payment USING btree (created_at, id) WHERE (order_id IS NULL)
CREATE INDEX payment_unlike_its_order ON gateway.payment USING btree (approved_at) WHERE differs_from_order
CREATE UNIQUE INDEX payment_of_seller_pkey ON gateway.payment_of_seller USING btree (seller_id, created_at, payment_id)
CREATE INDEX sold_item_kind_key_idx ON gateway.sold_item USING btree (kind, key)
CREATE INDEX sold_item_kind_sold_at_idx ON gateway.sold_item USING btree (kind, sold_at)
CREATE UNIQUE INDEX sold_item_pkey ON gateway.sold_item USING btree (payment_key, "position")
CREATE INDEX sold_item_subject_idx ON gateway.sold_item USING btree (subject)
CREATE UNIQUE INDEX split_kind_key_version_key ON gateway.split USING btree (kind, key, version)
CREATE UNIQUE INDEX split_pkey ON gateway.split USING btree (id)
CREATE UNIQUE INDEX account_pkey ON ledger.account USING btree (code, currency)
CREATE UNIQUE INDEX checkpoint_pkey ON ledger.checkpoint USING btree (account_code, currency)
CREATE INDEX entry_by_id ON ONLY ledger.entry USING brin (id) WITH (pages_per_range='32', autosummarize='on')
CREATE INDEX entry_sums ON ONLY ledger.entry USING btree (account_code, currency, id) INCLUDE (effective_at, amount)
CREATE INDEX entry_rest_account_code_currency_id_effective_at_amount_idx ON ledger.entry_rest USING btree (account_code, currency, id) INCLUDE (effective_at, amount)
CREATE INDEX entry_rest_id_idx ON ledger.entry_rest USING brin (id) WITH (pages_per_range='32', autosummarize='on')
CREATE UNIQUE INDEX entry_rest_pkey ON ledger.entry_rest USING btree (posting_id, id)
CREATE UNIQUE INDEX kept_entry_pkey ON ledger.kept_entry USING btree (account_code, currency, id)
CREATE UNIQUE INDEX month_pkey ON ledger.month USING btree (month)
CREATE UNIQUE INDEX month_balance_pkey ON ledger.month_balance USING btree (account_code, currency, month)
CREATE UNIQUE INDEX month_block_pkey ON ledger.month_block USING btree (month, block)
CREATE UNIQUE INDEX month_template_pkey ON ledger.month_template USING btree (account_code, currency, month, template)
CREATE UNIQUE INDEX month_total_pkey ON ledger.month_total USING btree (month, account, currency)
CREATE UNIQUE INDEX open_period_pkey ON ledger.open_period USING btree (only_row)
CREATE INDEX posting_correction ON ledger.posting USING btree (effective_at) WHERE (corrects IS NOT NULL)
CREATE UNIQUE INDEX posting_key_key ON ledger.posting USING btree (key)
CREATE UNIQUE INDEX posting_pkey ON ledger.posting USING btree (id)
CREATE INDEX posting_txid_id_idx ON ledger.posting USING btree (txid, id)
CREATE UNIQUE INDEX seal_pkey ON ledger.seal USING btree (id)
CREATE UNIQUE INDEX verification_pkey ON ledger.verification USING btree (id)
CREATE UNIQUE INDEX clock_pkey ON messaging.clock USING btree (one)
CREATE UNIQUE INDEX erasure_pkey ON messaging.erasure USING btree (id)
CREATE INDEX erasure_subject_idx ON messaging.erasure USING btree (subject)
CREATE INDEX event_of_entity ON ONLY messaging.event USING btree (entity_id, type)
CREATE UNIQUE INDEX event_pkey ON ONLY messaging.event USING btree (id)
CREATE INDEX event_rest_entity_id_type_idx ON messaging.event_rest USING btree (entity_id, type)
CREATE UNIQUE INDEX event_rest_pkey ON messaging.event_rest USING btree (id)
CREATE UNIQUE INDEX event_sequence_pkey ON messaging.event_sequence USING btree (entity_id, type)
CREATE UNIQUE INDEX idempotency_pkey ON messaging.idempotency USING btree (caller, key)
CREATE INDEX outbox_backlog ON messaging.outbox USING btree (job, run_at) WHERE (done_at IS NULL)
CREATE INDEX outbox_dead ON messaging.outbox USING btree (dead_at) WHERE (dead_at IS NOT NULL)
CREATE INDEX outbox_dead_page ON messaging.outbox USING btree (id) WHERE (dead_at IS NOT NULL)
CREATE UNIQUE INDEX outbox_dedupe ON messaging.outbox USING btree (dedupe_key) WHERE ((done_at IS NULL) AND (dead_at IS NULL))
CREATE INDEX outbox_done ON messaging.outbox USING btree (done_at) WHERE (done_at IS NOT NULL)
CREATE INDEX outbox_open ON messaging.outbox USING btree (published_at) WHERE ((done_at IS NULL) AND (dead_at IS NULL) AND (published_at IS NOT NULL))
CREATE UNIQUE INDEX outbox_pkey ON messaging.outbox USING btree (id)
CREATE INDEX outbox_unpublished ON messaging.outbox USING btree (run_at, id) WHERE (published_at IS NULL)
CREATE INDEX revival_outbox_id_idx ON messaging.revival USING btree (outbox_id)
CREATE UNIQUE INDEX revival_pkey ON messaging.revival USING btree (id)
CREATE UNIQUE INDEX schedule_pkey ON messaging.schedule USING btree (name)
CREATE UNIQUE INDEX account_change_asked ON onboarding.account_change USING btree (seller_id) WHERE (state = 'asked'::text)
CREATE UNIQUE INDEX account_change_number_key ON onboarding.account_change USING btree (number)
CREATE INDEX account_change_of_seller ON onboarding.account_change USING btree (seller_id, number)
CREATE UNIQUE INDEX account_change_pkey ON onboarding.account_change USING btree (id)
CREATE UNIQUE INDEX account_change_waiting ON onboarding.account_change USING btree (seller_id) WHERE (state = 'waiting'::text)
CREATE INDEX seller_pending ON onboarding.seller USING btree (updated_at) WHERE (pending_account_sealed IS NOT NULL)
CREATE UNIQUE INDEX seller_pkey ON onboarding.seller USING btree (seller_id)
CREATE INDEX seller_poll ON onboarding.seller USING btree (state, polled_at)
CREATE UNIQUE INDEX seller_provider_seller_id_key ON onboarding.seller USING btree (provider_seller_id)
CREATE UNIQUE INDEX seller_ref_seller_id_key ON onboarding.seller USING btree (ref_seller_id)
CREATE UNIQUE INDEX absent_listing_pkey ON payouts.absent_listing USING btree (batch_id, number)
CREATE INDEX balance_reading_latest ON payouts.balance_reading USING btree (read_at DESC, id DESC)
CREATE UNIQUE INDEX balance_reading_pkey ON payouts.balance_reading USING btree (id)
CREATE UNIQUE INDEX attempt_idempotency_key_key ON payouts.batch USING btree (idempotency_key)
CREATE UNIQUE INDEX attempt_pkey ON payouts.batch USING btree (id)
CREATE INDEX batch_listed ON payouts.batch USING btree (created_at, id)
CREATE INDEX batch_of_run ON payouts.batch USING btree (run_id)
CREATE INDEX batch_open ON payouts.batch USING btree (resolve_at) WHERE (state = ANY (ARRAY['prepared'::text, 'sending'::text, 'unknown'::text]))
CREATE UNIQUE INDEX batch_waiting ON payouts.batch USING btree (waits_for) WHERE (waits_for IS NOT NULL)
CREATE INDEX commission_rule_dimensions_effective_from_idx ON payouts.commission_rule USING btree (dimensions, effective_from)
CREATE UNIQUE INDEX commission_rule_pkey ON payouts.commission_rule USING btree (id)
CREATE INDEX one_rule_at_a_time ON payouts.commission_rule USING gist (numrange((hashtextextended(dimensions, (0)::bigint))::numeric, (hashtextextended(dimensions, (0)::bigint))::numeric, '[]'::text), daterange(effective_from, effective_to))
CREATE UNIQUE INDEX debt_repayment_pkey ON payouts.debt_repayment USING btree (id)
CREATE INDEX debt_repayment_seller_id_id_idx ON payouts.debt_repayment USING btree (seller_id, id)
CREATE UNIQUE INDEX repayment_once ON payouts.debt_repayment USING btree (reference)
CREATE INDEX debt_write_off_open ON payouts.debt_write_off USING btree (id) WHERE (state = 'requested'::text)
CREATE UNIQUE INDEX debt_write_off_pkey ON payouts.debt_write_off USING btree (id)
CREATE INDEX debt_write_off_seller_id_idx ON payouts.debt_write_off USING btree (seller_id)
CREATE UNIQUE INDEX dispatch_control_pkey ON payouts.dispatch_control USING btree (one)
CREATE UNIQUE INDEX dispatch_decision_pkey ON payouts.dispatch_decision USING btree (id)
CREATE INDEX hold_due ON payouts.hold USING btree (release_on) WHERE ((released_at IS NULL) AND (release_on IS NOT NULL))
CREATE INDEX hold_open ON payouts.hold USING btree (seller_id) WHERE (released_at IS NULL)
CREATE UNIQUE INDEX hold_pkey ON payouts.hold USING btree (id)
CREATE UNIQUE INDEX one_open_hold_per_order ON payouts.hold USING btree (seller_id, order_id, reason) WHERE ((released_at IS NULL) AND (scope = 'ORDER'::text))
CREATE UNIQUE INDEX one_open_hold_per_reason ON payouts.hold USING btree (seller_id, reason) WHERE ((released_at IS NULL) AND (scope = 'SELLER'::text))
CREATE INDEX holiday_override_date_id_idx ON payouts.holiday_override USING btree (date, id)
CREATE UNIQUE INDEX holiday_override_pkey ON payouts.holiday_override USING btree (id)
CREATE UNIQUE INDEX limit_notice_pkey ON payouts.limit_notice USING btree (seller_id, week, kind)
CREATE INDEX line_adjustment_order_id_line_id_idx ON payouts.line_adjustment USING btree (order_id, line_id)
CREATE UNIQUE INDEX line_adjustment_pkey ON payouts.line_adjustment USING btree (change_id, order_id, line_id, step)
CREATE INDEX line_adjustment_posted_at_idx ON payouts.line_adjustment USING btree (posted_at) WHERE (posted_at IS NOT NULL)
CREATE UNIQUE INDEX matured_line_pkey ON payouts.matured_line USING btree (order_id, line_id, tranche)
CREATE INDEX matured_line_posting_key_idx ON payouts.matured_line USING btree (posting_key)
CREATE UNIQUE INDEX one_open_parked_decision ON payouts.parked_decision USING btree (payout_id) WHERE (state = 'proposed'::text)
CREATE INDEX parked_decision_payout_id_id_idx ON payouts.parked_decision USING btree (payout_id, id)
CREATE UNIQUE INDEX parked_decision_pkey ON payouts.parked_decision USING btree (id)
CREATE INDEX payment_deadline_breached ON payouts.payment_deadline USING btree (breached_on, order_id, line_id) WHERE (breached_on IS NOT NULL)
CREATE INDEX payment_deadline_due ON payouts.payment_deadline USING btree (due_on, order_id, line_id) WHERE ((settled_on IS NULL) AND (due_on IS NOT NULL))
CREATE INDEX payment_deadline_open ON payouts.payment_deadline USING btree (order_id, line_id) WHERE (settled_on IS NULL)
CREATE UNIQUE INDEX payment_deadline_pkey ON payouts.payment_deadline USING btree (order_id, line_id)
CREATE INDEX payout_attempt_id_idx ON payouts.payout USING btree (batch_id)
CREATE INDEX payout_listed ON payouts.payout USING btree (created_at, id)
CREATE INDEX payout_listed_of_seller ON payouts.payout USING btree (seller_id, created_at, id)
CREATE INDEX payout_on_its_way ON payouts.payout USING btree (observed_at) WHERE (state = 'in_transit'::text)
CREATE INDEX payout_parked ON payouts.payout USING btree (id) WHERE (state = 'parked'::text)
CREATE UNIQUE INDEX payout_pkey ON payouts.payout USING btree (id)
CREATE UNIQUE INDEX payout_provider_payout_id_key ON payouts.payout USING btree (provider_payout_id)
CREATE UNIQUE INDEX payout_ref_payout_id_key ON payouts.payout USING btree (ref_payout_id)
CREATE INDEX payout_reserved ON payouts.payout USING btree (run_id, id) WHERE (state = 'reserved'::text)
CREATE INDEX payout_run_id_ref_payout_id_idx ON payouts.payout USING btree (run_id, ref_payout_id)
CREATE INDEX payout_seller_id_submitted_at_idx ON payouts.payout USING btree (seller_id, submitted_at)
CREATE INDEX payout_statement_id_idx ON payouts.payout USING btree (statement_id)
CREATE INDEX payout_unfinished ON payouts.payout USING btree (run_id, state) WHERE (state = ANY (ARRAY['planned'::text, 'reserved'::text, 'submitted'::text, 'unknown'::text, 'parked'::text, 'in_transit'::text]))
CREATE INDEX payout_unsuccessful ON payouts.payout USING btree (finished_at, id) WHERE (state = ANY (ARRAY['failed'::text, 'refused'::text, 'returned'::text]))
CREATE UNIQUE INDEX payout_override_pkey ON payouts.payout_override USING btree (id)
CREATE UNIQUE INDEX payout_override_seller_id_kind_business_date_key ON payouts.payout_override USING btree (seller_id, kind, business_date)
CREATE INDEX provider_finding_open ON payouts.provider_finding USING btree (id) WHERE (acknowledgement_id IS NULL)
CREATE UNIQUE INDEX provider_finding_pkey ON payouts.provider_finding USING btree (id)
CREATE UNIQUE INDEX provider_finding_provider_payout_id_key ON payouts.provider_finding USING btree (provider_payout_id)
CREATE INDEX reissue_of_payout ON payouts.reissue USING btree (payout_id)
CREATE INDEX reissue_of_statement ON payouts.reissue USING btree (statement_id) WHERE (statement_id IS NOT NULL)
CREATE UNIQUE INDEX reissue_open ON payouts.reissue USING btree (payout_id) WHERE (statement_id IS NULL)
CREATE UNIQUE INDEX reissue_pkey ON payouts.reissue USING btree (id)
CREATE INDEX reissue_waiting ON payouts.reissue USING btree (seller_id, due_on) WHERE (statement_id IS NULL)
CREATE INDEX reissue_policy_in_force ON payouts.reissue_policy USING btree (effective_from, version)
CREATE UNIQUE INDEX reissue_policy_pkey ON payouts.reissue_policy USING btree (version)
CREATE INDEX reserve_hold_due ON payouts.reserve_hold USING btree (seller_id, release_on) WHERE (released < amount)
CREATE INDEX reserve_hold_listed ON payouts.reserve_hold USING btree (created_at, id)
CREATE UNIQUE INDEX reserve_hold_pkey ON payouts.reserve_hold USING btree (id)
CREATE INDEX reserve_hold_seller ON payouts.reserve_hold USING btree (seller_id, id)
CREATE UNIQUE INDEX reserve_release_pkey ON payouts.reserve_release USING btree (decision_id, reserve_id)
CREATE INDEX reserve_release_reserve_id_idx ON payouts.reserve_release USING btree (reserve_id)
CREATE UNIQUE INDEX rule_change_pkey ON payouts.rule_change USING btree (id)
CREATE INDEX rule_change_rule_id_idx ON payouts.rule_change USING btree (rule_id)
CREATE UNIQUE INDEX run_business_date_key ON payouts.run USING btree (business_date)
CREATE INDEX run_fingerprint ON payouts.run USING btree (payout_fingerprint) WHERE (payout_fingerprint IS NOT NULL)
CREATE INDEX run_paused ON payouts.run USING btree (paused_at) WHERE (paused_reason IS NOT NULL)
CREATE UNIQUE INDEX run_pkey ON payouts.run USING btree (id)
CREATE INDEX run_waiting ON payouts.run USING btree (drafted_at) WHERE (state = ANY (ARRAY['draft'::text, 'approved'::text]))
CREATE UNIQUE INDEX run_decision_pkey ON payouts.run_decision USING btree (id)
CREATE INDEX run_decision_run_id_id_idx ON payouts.run_decision USING btree (run_id, id)
CREATE UNIQUE INDEX run_override_pkey ON payouts.run_override USING btree (run_id, kind)
CREATE UNIQUE INDEX segregation_day_pkey ON payouts.segregation_day USING btree (business_date, rule_code)
CREATE UNIQUE INDEX segregation_rule_code_effective_from_key ON payouts.segregation_rule USING btree (code, effective_from)
CREATE UNIQUE INDEX segregation_rule_pkey ON payouts.segregation_rule USING btree (id)
CREATE INDEX seller_adjustment_open ON payouts.seller_adjustment USING btree (id) WHERE (state = 'proposed'::text)
CREATE UNIQUE INDEX seller_adjustment_pkey ON payouts.seller_adjustment USING btree (id)
CREATE INDEX seller_adjustment_seller_id_id_idx ON payouts.seller_adjustment USING btree (seller_id, id)
CREATE INDEX seller_terms_cycle_date_policy_idx ON payouts.seller_terms USING btree (cycle, date_policy)
CREATE UNIQUE INDEX seller_terms_pkey ON payouts.seller_terms USING btree (seller_id, effective_from)
CREATE UNIQUE INDEX stated_debt_pkey ON payouts.stated_debt USING btree (entry_id)
CREATE INDEX stated_debt_statement_id_idx ON payouts.stated_debt USING btree (statement_id)
CREATE INDEX statement_left_out ON payouts.statement USING btree (run_id, seller_id) WHERE (carried > 0)
CREATE INDEX statement_listed ON payouts.statement USING btree (business_date, id)
CREATE INDEX statement_of_run ON payouts.statement USING btree (run_id, seller_id)
CREATE UNIQUE INDEX statement_pkey ON payouts.statement USING btree (id)
CREATE UNIQUE INDEX statement_seller_id_business_date_key ON payouts.statement USING btree (seller_id, business_date)
CREATE UNIQUE INDEX statement_contact_pkey ON payouts.statement_contact USING btree (seller_id)
CREATE INDEX statement_line_in_order ON payouts.statement_line USING btree (statement_id, entry_id)
CREATE INDEX statement_line_of_posting ON payouts.statement_line USING hash (posting_key)
CREATE UNIQUE INDEX statement_line_pkey ON payouts.statement_line USING btree (entry_id)
CREATE UNIQUE INDEX one_mail_per_month ON payouts.statement_mail USING btree (seller_id, month) WHERE (month IS NOT NULL)
CREATE INDEX statement_mail_listed ON payouts.statement_mail USING btree (asked_at, id)
CREATE INDEX statement_mail_not_sent ON payouts.statement_mail USING btree (state, id) WHERE (state <> 'sent'::text)
CREATE INDEX statement_mail_of_month ON payouts.statement_mail USING btree (month, id) WHERE (month IS NOT NULL)
CREATE INDEX statement_mail_of_seller ON payouts.statement_mail USING btree (seller_id, id)
CREATE UNIQUE INDEX statement_mail_pkey ON payouts.statement_mail USING btree (id)
CREATE UNIQUE INDEX statement_mail_statement_id_key ON payouts.statement_mail USING btree (statement_id)
CREATE INDEX statutory_choice_in_force ON payouts.statutory_choice USING btree (category, effective_from, id)
CREATE UNIQUE INDEX statutory_choice_pkey ON payouts.statutory_choice USING btree (id)
CREATE UNIQUE INDEX statutory_rule_code_effective_from_key ON payouts.statutory_rule USING btree (code, effective_from)
CREATE UNIQUE INDEX statutory_rule_pkey ON payouts.statutory_rule USING btree (id)
CREATE UNIQUE INDEX one_live_invoice_per_month ON payouts.tax_invoice USING btree (seller_id, month) WHERE ((state <> 'canceled'::text) AND (direction = 'DIRECT'::text))
CREATE UNIQUE INDEX one_live_reverse_invoice ON payouts.tax_invoice USING btree (seller_id, month, kind) WHERE ((state <> 'canceled'::text) AND (direction = 'REVERSE'::text))
CREATE UNIQUE INDEX tax_invoice_external_reference_idx ON payouts.tax_invoice USING btree (external_reference)
CREATE INDEX tax_invoice_open ON payouts.tax_invoice USING btree (issue_by, seller_id) WHERE (state = 'drafted'::text)
CREATE UNIQUE INDEX tax_invoice_pkey ON payouts.tax_invoice USING btree (id)
CREATE UNIQUE INDEX terms_change_of_rule ON payouts.terms_change USING btree (rule_change_id, seller_id) WHERE (rule_change_id IS NOT NULL)
CREATE UNIQUE INDEX terms_change_pkey ON payouts.terms_change USING btree (id)
CREATE UNIQUE INDEX terms_change_seller_id_approval_key ON payouts.terms_change USING btree (seller_id, approval)
CREATE INDEX terms_change_seller_id_id_idx ON payouts.terms_change USING btree (seller_id, id)
CREATE UNIQUE INDEX "PK_0edff5015b71cc0389ae0f4b9a1" ON public.schema_migration USING btree (id)
CREATE UNIQUE INDEX balance_proof_pkey ON reconciliation.balance_proof USING btree (business_date, account)
CREATE INDEX bank_row_day ON reconciliation.bank_row USING btree (bank_account, day)
CREATE UNIQUE INDEX bank_row_once ON reconciliation.bank_row USING btree (bank_account, content_hash)
CREATE UNIQUE INDEX bank_row_pkey ON reconciliation.bank_row USING btree (id)
CREATE INDEX bank_row_reference ON reconciliation.bank_row USING btree (reference) WHERE (reference IS NOT NULL)
CREATE UNIQUE INDEX bank_row_statement_id_position_key ON reconciliation.bank_row USING btree (statement_id, "position")
CREATE UNIQUE INDEX bank_statement_bank_account_content_hash_key ON reconciliation.bank_statement USING btree (bank_account, content_hash)
CREATE UNIQUE INDEX bank_statement_pkey ON reconciliation.bank_statement USING btree (id)
CREATE UNIQUE INDEX break_class_subject_key ON reconciliation.break USING btree (class, subject)
CREATE INDEX break_due ON reconciliation.break USING btree (due_at) WHERE ((resolved_at IS NULL) AND (NOT is_overdue_announced))
CREATE INDEX break_excepted ON reconciliation.break USING btree (business_date) WHERE (state = ANY (ARRAY['EXPLAINED'::text, 'ADJUSTED'::text, 'FORCED'::text]))
CREATE INDEX break_of_order ON reconciliation.break USING btree (order_id) WHERE (order_id IS NOT NULL)
CREATE INDEX break_of_payment ON reconciliation.break USING btree (payment_key) WHERE (payment_key IS NOT NULL)
CREATE INDEX break_of_seller ON reconciliation.break USING btree (seller_id) WHERE (seller_id IS NOT NULL)
CREATE INDEX break_of_subject ON reconciliation.break USING btree (subject)
CREATE INDEX break_oldest ON reconciliation.break USING btree (opened_at, id)
CREATE INDEX break_oldest_open ON reconciliation.break USING btree (opened_at, id) WHERE (resolved_at IS NULL)
CREATE INDEX break_open ON reconciliation.break USING btree (business_date, class) WHERE (resolved_at IS NULL)
CREATE INDEX break_open_of_class ON reconciliation.break USING btree (class, subject) WHERE (resolved_at IS NULL)
CREATE UNIQUE INDEX break_pkey ON reconciliation.break USING btree (id)
CREATE INDEX break_unannounced ON reconciliation.break USING btree (id) WHERE (NOT announced)
CREATE INDEX break_decision_alone ON reconciliation.break_decision USING btree (decided_by, decided_at) WHERE (alone_limit IS NOT NULL)
CREATE INDEX break_decision_break_id_proposed_at_idx ON reconciliation.break_decision USING btree (break_id, proposed_at)
CREATE UNIQUE INDEX break_decision_open ON reconciliation.break_decision USING btree (break_id) WHERE (state = 'proposed'::text)
CREATE UNIQUE INDEX break_decision_pkey ON reconciliation.break_decision USING btree (id)
CREATE INDEX break_decision_waiting ON reconciliation.break_decision USING btree (proposed_at, id) WHERE (state = 'proposed'::text)
CREATE UNIQUE INDEX break_event_pkey ON reconciliation.break_event USING btree (break_id, version)
CREATE UNIQUE INDEX break_sheet_pkey ON reconciliation.break_sheet USING btree (id)
CREATE INDEX break_sheet_row_left ON reconciliation.break_sheet_row USING btree (sheet_id, "position") WHERE ((result IS NULL) AND ((preview ->> 'outcome'::text) <> 'refused'::text))
CREATE UNIQUE INDEX break_sheet_row_pkey ON reconciliation.break_sheet_row USING btree (sheet_id, "position")
CREATE UNIQUE INDEX changed_row_once ON reconciliation.changed_row USING btree (transaction_key, source, md5((earlier)::text), md5((later)::text))
CREATE UNIQUE INDEX download_once ON reconciliation.download USING btree (business_date, account, source, day, pass)
CREATE UNIQUE INDEX download_pkey ON reconciliation.download USING btree (id)
CREATE UNIQUE INDEX fee_line_pkey ON reconciliation.fee_line USING btree (table_id, method, currency)
CREATE UNIQUE INDEX fee_table_of_a_day ON reconciliation.fee_table USING btree (account, effective_from) WHERE (state = 'active'::text)
CREATE UNIQUE INDEX fee_table_pkey ON reconciliation.fee_table USING btree (id)
CREATE INDEX hand_run_newest ON reconciliation.hand_run USING btree (requested_at DESC, id)
CREATE UNIQUE INDEX hand_run_pkey ON reconciliation.hand_run USING btree (id)
CREATE INDEX one_at_a_time ON reconciliation.hand_run USING gist (daterange(from_date, to_date, '[]'::text)) WHERE (state = ANY (ARRAY['queued'::text, 'running'::text]))
CREATE INDEX listed_payout_date ON reconciliation.listed_payout USING btree (payout_date)
CREATE UNIQUE INDEX listed_payout_pkey ON reconciliation.listed_payout USING btree (provider_payout_id)
CREATE INDEX listed_payout_ref ON reconciliation.listed_payout USING btree (ref_payout_id)
CREATE UNIQUE INDEX month_pkey ON reconciliation.month USING btree (month)
CREATE INDEX month_request_month_id_idx ON reconciliation.month_request USING btree (month, id)
CREATE UNIQUE INDEX month_request_open ON reconciliation.month_request USING btree (month) WHERE (state = 'proposed'::text)
CREATE UNIQUE INDEX month_request_pkey ON reconciliation.month_request USING btree (id)
CREATE UNIQUE INDEX page_pkey ON reconciliation.page USING btree (download_id, number)
CREATE UNIQUE INDEX payout_listing_pkey ON reconciliation.payout_listing USING btree (day)
CREATE UNIQUE INDEX proof_business_date_number_key ON reconciliation.proof USING btree (business_date, number)
CREATE UNIQUE INDEX proof_hash_key ON reconciliation.proof USING btree (hash)
CREATE UNIQUE INDEX proof_pkey ON reconciliation.proof USING btree (id)
CREATE UNIQUE INDEX proof_input_business_date_number_key ON reconciliation.proof_input USING btree (business_date, number)
CREATE UNIQUE INDEX proof_input_pkey ON reconciliation.proof_input USING btree (id)
CREATE UNIQUE INDEX raw_page_pkey ON ONLY reconciliation.raw_page USING btree (sha256, month)
CREATE UNIQUE INDEX raw_page_rest_pkey ON reconciliation.raw_page_rest USING btree (sha256, month)
CREATE UNIQUE INDEX reading_pace_pkey ON reconciliation.reading_pace USING btree (account)
CREATE UNIQUE INDEX rule_of_a_day ON reconciliation.rule USING btree (class, effective_from) WHERE (state = 'active'::text)
CREATE UNIQUE INDEX rule_pkey ON reconciliation.rule USING btree (id)
CREATE UNIQUE INDEX run_pkey ON reconciliation.run USING btree (business_date)
CREATE INDEX settlement_disputed ON reconciliation.settlement USING btree (transaction_key) WHERE (state = 'disputed'::text)
CREATE INDEX settlement_given_back ON reconciliation.settlement USING btree (sold_date) WHERE (amount < 0)
CREATE INDEX settlement_listed_again ON reconciliation.settlement USING btree (download_id) WHERE (copies > 1)
CREATE INDEX settlement_of_download ON reconciliation.settlement USING brin (download_id) WITH (pages_per_range='16', autosummarize='on')
CREATE INDEX settlement_paid_out ON reconciliation.settlement USING brin (paid_out_date)
CREATE UNIQUE INDEX settlement_pkey ON reconciliation.settlement USING btree (transaction_key)
CREATE INDEX settlement_sold_date_idx ON reconciliation.settlement USING btree (sold_date)
CREATE INDEX settlement_to_available ON reconciliation.settlement USING btree (paid_out_date, transaction_key) WHERE (state = 'pending'::text)
CREATE INDEX settlement_to_pending ON reconciliation.settlement USING btree (pending_from, transaction_key) WHERE (state = 'imported'::text)
CREATE UNIQUE INDEX severity_rule_of_a_day ON reconciliation.severity_rule USING btree (effective_from) WHERE (state = 'active'::text)
CREATE UNIQUE INDEX severity_rule_pkey ON reconciliation.severity_rule USING btree (id)
CREATE INDEX transaction_business_date_idx ON reconciliation.transaction USING btree (business_date)
CREATE UNIQUE INDEX transaction_pkey ON reconciliation.transaction USING btree (transaction_key)
CREATE UNIQUE INDEX unreadable_row_pkey ON reconciliation.unreadable_row USING btree (download_id, page, "position")
CREATE INDEX delivery_due ON ONLY webhooks.delivery USING btree (next_at) WHERE (state = 'pending'::text)
CREATE UNIQUE INDEX delivery_pkey ON ONLY webhooks.delivery USING btree (endpoint_id, event_id)
CREATE INDEX delivery_rest_next_at_idx ON webhooks.delivery_rest USING btree (next_at) WHERE (state = 'pending'::text)
CREATE UNIQUE INDEX delivery_rest_pkey ON webhooks.delivery_rest USING btree (endpoint_id, event_id)
CREATE UNIQUE INDEX endpoint_pkey ON webhooks.endpoint USING btree (id)
CREATE INDEX inbox_in_clear ON ONLY webhooks.inbox USING btree (received_at) WHERE (body IS NOT NULL)
CREATE UNIQUE INDEX inbox_pkey ON ONLY webhooks.inbox USING btree (id, received_at)
CREATE INDEX inbox_sealed_by ON ONLY webhooks.inbox USING btree (sealed_by) WHERE (sealed_by IS NOT NULL)
CREATE INDEX inbox_subject ON ONLY webhooks.inbox USING btree (subject) WHERE (subject IS NOT NULL)
CREATE UNIQUE INDEX inbox_key_pkey ON webhooks.inbox_key USING btree (dedupe_key)
CREATE INDEX inbox_key_received ON webhooks.inbox_key USING btree (received_at)
CREATE UNIQUE INDEX inbox_rest_pkey ON webhooks.inbox_rest USING btree (id, received_at)
CREATE INDEX inbox_rest_received_at_idx ON webhooks.inbox_rest USING btree (received_at) WHERE (body IS NOT NULL)
CREATE INDEX inbox_rest_sealed_by_idx ON webhooks.inbox_rest USING btree (sealed_by) WHERE (sealed_by IS NOT NULL)
CREATE INDEX inbox_rest_subject_idx ON webhooks.inbox_rest USING btree (subject) WHERE (subject IS NOT NULL)
CREATE INDEX look_due_at_idx ON webhooks.look USING btree (due_at)
CREATE UNIQUE INDEX look_pkey ON webhooks.look USING btree (subject)

-- views
ledger.attached_month as  SELECT to_date("right"((c.relname)::text, 7), 'YYYY_MM'::text) AS month
   FROM (pg_inherits i
     JOIN pg_class c ON ((c.oid = i.inhrelid)))
  WHERE ((i.inhparent = ('ledger.entry'::regclass)::oid) AND (c.relname ~ '^entry_[0-9]{4}_[0-9]{2}$'::text))
UNION
 SELECT ledger.month_of(entry_rest.effective_at) AS month
   FROM ledger.entry_rest;
ledger.brought_forward as  SELECT DISTINCT ON (b.account_code, b.currency) b.account_code,
    b.currency,
    b.balance,
    (ledger.month_start(ledger.next_month(away.month)) - '00:00:00.000001'::interval) AS at
   FROM (( SELECT max(month.month) AS month
           FROM ledger.month
          WHERE (month.detached_at IS NOT NULL)) away
     JOIN ledger.month_balance b ON ((b.month <= away.month)))
  ORDER BY b.account_code, b.currency, b.month DESC;
ledger.entry_or_kept as  SELECT entry.posting_id,
    entry.id,
    entry.account_code,
    entry.currency,
    entry.amount,
    entry.effective_at
   FROM ledger.entry
UNION ALL
 SELECT kept_entry.posting_id,
    kept_entry.id,
    kept_entry.account_code,
    kept_entry.currency,
    kept_entry.amount,
    kept_entry.effective_at
   FROM ledger.kept_entry;
messaging.monthly as  SELECT column1 AS parent,
    column2 AS key,
    column3 AS ordered,
    column4 AS at,
    column5 AS late,
    column6 AS busy,
    column7 AS held
   FROM (VALUES ('messaging.event'::text,'id'::text,'id'::text,'created_at'::text,'false'::text,'exists (select from webhooks.delivery d where d.state = ''pending'' and d.event_id >= %2$L and d.event_id < %3$L)
    or exists (select from messaging.outbox o where o.job = ''webhook.deliver'' and o.done_at is null
                  and (o.data ->> ''eventId'')::uuid >= %2$L and (o.data ->> ''eventId'')::uuid < %3$L)'::text,'webhooks.delivery'::text), ('webhooks.delivery'::text,'event_id'::text,'id'::text,'case when state = ''pending'' then ''infinity'' else next_at end'::text,'exists (select from %4$s m where m.next_at >= %1$L)'::text,'exists (select from %4$s m where m.state = ''pending'')'::text,'%4$s'::text), ('webhooks.inbox'::text,'received_at'::text,'instant'::text,'received_at'::text,'false'::text,'false'::text,'%4$s'::text), ('reconciliation.raw_page'::text,'month'::text,'month'::text,'stored_at'::text,'false'::text,'false'::text,'%4$s'::text)) "*VALUES*";

-- functions
CREATE OR REPLACE FUNCTION audit.chain()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  last_number bigint;
  last_hash   text;
begin
  perform pg_advisory_xact_lock(7370007);
  select d.number, d.hash into last_number, last_hash from audit.decision d where d.number is not null order by d.number desc limit 1;
  last_number := coalesce(last_number, 0);
  last_hash := coalesce(last_hash, repeat('0', 64));
  update audit.decision d set number = last_number + 1, prev_hash = last_hash, hash = audit.hash_of(d, last_hash, last_number + 1)
   where d.id = new.id;
  return null;
end $function$
CREATE OR REPLACE FUNCTION audit.hash_of(d audit.decision, p_prev_hash text, p_number bigint)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select encode(sha256(convert_to(concat(
    audit.sized(p_prev_hash), audit.sized(p_number::text), audit.sized(d.id::text),
    audit.sized(to_char(d.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')),
    audit.sized(d.kind), audit.sized(d.subject), audit.sized(d.service), audit.sized(d.actor), audit.sized(d.credential),
    audit.sized(d.reason), audit.sized(d.before::text), audit.sized(d.after::text)), 'UTF8')), 'hex')
$function$
CREATE OR REPLACE FUNCTION audit.record(p_at timestamp with time zone, kinds text[], subjects text[], services text[], actors text[], credentials text[], reasons text[], befores text[], afters text[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  insert into audit.decision (at, kind, subject, service, actor, credential, reason, before, after)
  select p_at, d.kind, d.subject, d.service, d.actor, d.credential, d.reason, d.before::json, d.after::json
    from unnest(kinds, subjects, services, actors, credentials, reasons, befores, afters) with ordinality
      as d(kind, subject, service, actor, credential, reason, before, after, place)
   order by d.place
$function$
CREATE OR REPLACE FUNCTION audit.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception '% is a record of decisions: it is added to, never rewritten', tg_table_name using errcode = 'JS005';
end $function$
CREATE OR REPLACE FUNCTION audit.sized(value text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select coalesce(octet_length(convert_to(value, 'UTF8')) || ':' || value, '-')
$function$
CREATE OR REPLACE FUNCTION gateway.compare_with_order()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.differs_from_order := exists (select from gateway.orders o
    where o.order_id = new.order_id and (o.total, o.currency) <> (new.amount, new.currency));
  return new;
end $function$
CREATE OR REPLACE FUNCTION gateway.compare_with_payments()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update gateway.payment p set differs_from_order = (new.total, new.currency) <> (p.amount, p.currency) where p.order_id = new.order_id;
  return null;
end $function$
CREATE OR REPLACE FUNCTION gateway.name_sellers_of_payment()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into gateway.payment_of_seller
  select distinct l.seller_id, new.created_at, new.id from gateway.order_line l where l.order_id = new.order_id
  on conflict do nothing;
  return null;
end $function$
CREATE OR REPLACE FUNCTION gateway.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception '% keeps its rows', tg_table_name using errcode = 'JS002';
end $function$
CREATE OR REPLACE FUNCTION ledger.account_page(p_codes text[], p_currency text, p_from timestamp with time zone, p_until timestamp with time zone, p_month date, p_id bigint, p_limit integer)
 RETURNS TABLE(id bigint, posting_id bigint, account_code text, currency character, amount bigint, effective_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  due   date;
  since timestamptz;
  until timestamptz;
  after bigint;
  more  int := p_limit;
  found_rows int;
begin
  for due in select m.month from ledger.attached_month m
              where m.month >= greatest(ledger.month_of(p_from), p_month) and ledger.month_start(m.month) < p_until order by 1
  loop
    since := greatest(p_from, ledger.month_start(due));
    until := least(p_until, ledger.month_start(ledger.next_month(due)));
    after := case when due = p_month then p_id else 0 end;
    return query
      select e.id, e.posting_id, e.account_code, e.currency, e.amount, e.effective_at
        from unnest(p_codes) as c(code)
       cross join lateral (
         select * from ledger.entry e
          where e.account_code = c.code and e.currency = p_currency and e.id > after and e.effective_at >= since and e.effective_at < until
          order by e.id limit more) e
       order by e.id limit more;
    get diagnostics found_rows = row_count;
    more := more - found_rows;
    exit when more <= 0;
  end loop;
end $function$
CREATE OR REPLACE FUNCTION ledger.assert_closed(p_month date)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if (select open_from from ledger.open_period) < ledger.month_start(ledger.next_month(p_month))
     or exists (select from reconciliation.month m where m.month = p_month and m.state = 'CLOSING') then
    raise exception 'the month % is not closed: close it first, then seal it', to_char(p_month, 'YYYY-MM') using errcode = 'JS008';
  end if;
end $function$
CREATE OR REPLACE FUNCTION ledger.attach_month(p_month date)
 RETURNS void
 LANGUAGE plpgsql
 SET work_mem TO '256MB'
AS $function$
declare
  part text := ledger.month_table(p_month);
  away ledger.month := ledger.sealed_month(p_month);
begin
  if away.detached_at is null then
    raise exception 'the month % is attached', to_char(p_month, 'YYYY-MM') using errcode = 'JS008';
  end if;
  if exists (select from ledger.month where month > p_month and detached_at is not null) then
    raise exception 'a newer month than % is detached: attach it first', to_char(p_month, 'YYYY-MM') using errcode = 'JS008';
  end if;
  if to_regclass('ledger.' || part) is null then
    raise exception 'the table of the month % was dropped: restore it from its files', to_char(p_month, 'YYYY-MM') using errcode = 'JS008';
  end if;
  if exists (select block, postings, entries, postings_hash, entries_hash from ledger.month_block where month = p_month
             except select * from ledger.blocks_of(part))
     or (select count(*) from ledger.blocks_of(part)) <> (select count(*) from ledger.month_block where month = p_month) then
    raise exception 'the rows of % are not those that were sealed', to_char(p_month, 'YYYY-MM') using errcode = 'JS010';
  end if;
  execute format('drop trigger if exists append_only on ledger.%I', part);
  execute format('drop trigger if exists not_sealed on ledger.%I', part);
  execute format('create trigger not_sealed before insert on ledger.%I for each row execute function ledger.refuse_sealed()', part);
  execute format('alter table ledger.%I enable trigger balanced', part);
  execute format('alter table ledger.entry attach partition ledger.%I for values from (%L) to (%L)',
                 part, ledger.month_start(p_month), ledger.month_start(ledger.next_month(p_month)));
  update ledger.month set detached_at = null where month = p_month;
end $function$
CREATE OR REPLACE FUNCTION ledger.balance_at(p_code text, p_currency text, p_at timestamp with time zone)
 RETURNS bigint
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  base  date := ledger.base_month(p_at);
  since timestamptz := coalesce(ledger.month_start(ledger.next_month(base)), '-infinity');
begin
  return coalesce((select balance from ledger.month_balance
                    where account_code = p_code and currency = p_currency and month <= base order by month desc limit 1), 0)
       + coalesce((select sum(amount) from ledger.entry
                    where account_code = p_code and currency = p_currency and effective_at >= since and effective_at <= p_at), 0);
end $function$
CREATE OR REPLACE FUNCTION ledger.balance_before(p_code text, p_currency text, p_at timestamp with time zone, p_id bigint)
 RETURNS bigint
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  since timestamptz := ledger.month_start(ledger.month_of(p_at));
  until timestamptz := ledger.month_start(ledger.next_month(ledger.month_of(p_at)));
begin
  return ledger.balance_at(p_code, p_currency, since - interval '1 microsecond')
       + coalesce((select sum(e.amount) from ledger.entry e
                    where e.account_code = p_code and e.currency = p_currency and e.id < p_id
                      and e.effective_at >= since and e.effective_at < until), 0);
end $function$
CREATE OR REPLACE FUNCTION ledger.balanced_entry_rest()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
    begin
      if (select sum(amount) from ledger.entry_rest where posting_id = new.posting_id and currency = new.currency) <> 0 then
        raise exception 'posting % does not balance', new.posting_id using errcode = 'JS003';
      end if;
      if not exists (select from ledger.posting where id = new.posting_id) then
        raise exception 'entry % belongs to no posting', new.id using errcode = 'JS004';
      end if;
      return null;
    end $function$
CREATE OR REPLACE FUNCTION ledger.base_month(p_at timestamp with time zone)
 RETURNS date
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  base date := (select max(month) from ledger.month where month < ledger.month_of(p_at + interval '1 microsecond'));
begin
  if ledger.month_of(p_at) is distinct from base and ledger.month_state(p_at) = 'DETACHED' then
    if ledger.month_of(p_at + interval '1 millisecond') <> ledger.month_of(p_at) then
      return ledger.month_of(p_at);
    end if;
    raise exception 'the month % is detached: attach it first', to_char(ledger.month_of(p_at), 'YYYY-MM') using errcode = 'JS009';
  end if;
  return base;
end $function$
CREATE OR REPLACE FUNCTION ledger.blocks_of(p_table text)
 RETURNS TABLE(block bigint, postings bigint, entries bigint, postings_hash text, entries_hash text)
 LANGUAGE plpgsql
 STABLE
AS $function$
begin
  return query execute format($blocks$
    with e as (
      select posting_id / 4096 as block, count(*) as entries,
             encode(sha256(convert_to(string_agg(concat_ws('|', posting_id, id, account_code, currency, amount, ledger.micros(effective_at)),
                                                 e'\n' order by posting_id, id), 'UTF8')), 'hex') as hash
        from ledger.%1$I group by 1
    ), p as (
      select id / 4096 as block, count(*) as postings,
             encode(sha256(convert_to(string_agg(concat_ws('|', id, key, template, facts_hash, ledger.micros(effective_at), ledger.micros(created_at), txid),
                                                 e'\n' order by id), 'UTF8')), 'hex') as hash
        from ledger.posting where id in (select posting_id from ledger.%1$I) group by 1
    )
    select e.block, p.postings, e.entries, p.hash, e.hash from e join p using (block) order by 1$blocks$, p_table);
end $function$
CREATE OR REPLACE FUNCTION ledger.detach_month(p_month date, p_now timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  part text := ledger.month_table(p_month);
begin
  if (ledger.sealed_month(p_month)).exported_at is null then
    raise exception 'the month % was not exported', to_char(p_month, 'YYYY-MM') using errcode = 'JS008';
  end if;
  if (select detached_at from ledger.month where month = p_month) is not null then
    raise exception 'the month % is detached', to_char(p_month, 'YYYY-MM') using errcode = 'JS008';
  end if;
  if exists (select from ledger.month where month < p_month and detached_at is null) then
    raise exception 'an older month than % is attached: detach it first', to_char(p_month, 'YYYY-MM') using errcode = 'JS008';
  end if;
  execute format('alter table ledger.entry detach partition ledger.%I', part);
  execute format('create trigger append_only before update or delete on ledger.%I for each row execute function ledger.refuse_change()', part);
  update ledger.month set detached_at = p_now where month = p_month;
end $function$
CREATE OR REPLACE FUNCTION ledger.drop_month(p_month date)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  part text := ledger.month_table(p_month);
begin
  if (ledger.sealed_month(p_month)).detached_at is null then
    raise exception 'the month % is attached', to_char(p_month, 'YYYY-MM') using errcode = 'JS008';
  end if;
  execute format('drop table ledger.%I', part);
  execute format('drop function ledger.%I()', 'balanced_' || part);
end $function$
CREATE OR REPLACE FUNCTION ledger.guard_entries(p_table text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  execute format('alter table ledger.%I add constraint %I primary key (posting_id, id)', p_table, p_table || '_pkey');
  execute format('create trigger no_truncate before truncate on ledger.%I execute function ledger.refuse_change()', p_table);
  execute format($make$
    create function ledger.%1$I() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $check$
    begin
      if (select sum(amount) from ledger.%2$I where posting_id = new.posting_id and currency = new.currency) <> 0 then
        raise exception 'posting %% does not balance', new.posting_id using errcode = 'JS003';
      end if;
      if not exists (select from ledger.posting where id = new.posting_id) then
        raise exception 'entry %% belongs to no posting', new.id using errcode = 'JS004';
      end if;
      return null;
    end $check$;
    revoke all on function ledger.%1$I() from public;
    create constraint trigger balanced after insert on ledger.%2$I deferrable initially deferred
      for each row execute function ledger.%1$I()$make$, 'balanced_' || p_table, p_table);
end $function$
CREATE OR REPLACE FUNCTION ledger.is_overdrawn(kind text, balance bigint)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE
AS $function$
begin
  return case when kind in ('asset', 'expense') then balance < 0 else balance > 0 end;
end $function$
CREATE OR REPLACE FUNCTION ledger.journal_page(p_from timestamp with time zone, p_until timestamp with time zone, p_month date, p_posting bigint, p_limit integer)
 RETURNS SETOF bigint
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  due   date;
  since timestamptz;
  until timestamptz;
  after bigint;
  more  int := p_limit;
  found_rows int;
begin
  for due in select m.month from ledger.attached_month m
              where m.month >= greatest(ledger.month_of(p_from), p_month) and ledger.month_start(m.month) < p_until order by 1
  loop
    since := greatest(p_from, ledger.month_start(due));
    until := least(p_until, ledger.month_start(ledger.next_month(due)));
    after := case when due = p_month then p_posting else 0 end;
    return query
      select distinct e.posting_id from ledger.entry e
       where e.posting_id > after and e.effective_at >= since and e.effective_at < until
       order by e.posting_id limit more;
    get diagnostics found_rows = row_count;
    more := more - found_rows;
    exit when more <= 0;
  end loop;
end $function$
CREATE OR REPLACE FUNCTION ledger.keep_for_readers()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if tg_op = 'INSERT' then
    perform ledger.sum_templates(new.month);
  elsif new.detached_at is null then
    delete from ledger.kept_entry where effective_at >= ledger.month_start(new.month)
       and effective_at < ledger.month_start(ledger.next_month(new.month));
  elsif old.detached_at is null then
    execute format($keep$
      insert into ledger.kept_entry (posting_id, id, account_code, currency, amount, effective_at)
      select e.posting_id, e.id, e.account_code, e.currency, e.amount, e.effective_at
        from ledger.%I e join ledger.posting p on p.id = e.posting_id
       where e.account_code like 'seller:%%:debt'
          or (e.account_code like 'seller:%%:payable' and p.template <> 'payout.reserved'
              and not exists (select from payouts.statement_line l where l.entry_id = e.id))$keep$, ledger.month_table(new.month));
  end if;
  return null;
end $function$
CREATE OR REPLACE FUNCTION ledger.kind_of(p_code text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select case when p_code like 'seller:%' then 'seller:' || split_part(p_code, ':', 3) else p_code end
$function$
CREATE OR REPLACE FUNCTION ledger.lock_accounts(codes text[], p_currency text)
 RETURNS integer
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select count(*)::int from (
    select from ledger.account a where a.code = any(codes) and a.currency = p_currency and a.guarded order by a.code for update
  ) locked
$function$
CREATE OR REPLACE FUNCTION ledger.lock_balances(codes text[], p_currency text)
 RETURNS TABLE(code text, balance bigint)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select a.code, a.balance from ledger.account a
   where a.code = any(codes) and a.currency = p_currency and a.guarded
   order by a.code for update
$function$
CREATE OR REPLACE FUNCTION ledger.make_month(p_month date)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  part  text := ledger.month_table(p_month);
  since timestamptz := ledger.month_start(p_month);
  until timestamptz := ledger.month_start(ledger.next_month(p_month));
begin
  perform pg_advisory_xact_lock(hashtext('ledger.make_month'));
  if to_regclass('ledger.' || part) is not null or exists (select from ledger.month where month = p_month) then
    return false;
  end if;
  execute format('create table ledger.%I (like ledger.entry including constraints)', part);
  lock table ledger.entry_rest in access exclusive mode;
  if exists (select from ledger.entry_rest where effective_at >= since and effective_at < until) then
    alter table ledger.entry_rest disable trigger append_only;
    execute format('with moved as (delete from ledger.entry_rest where effective_at >= $1 and effective_at < $2 returning *)
                    insert into ledger.%I select * from moved order by posting_id, id', part) using since, until;
    alter table ledger.entry_rest enable trigger append_only;
  end if;
  perform ledger.guard_entries(part);
  execute format('alter table ledger.entry attach partition ledger.%I for values from (%L) to (%L)', part, since, until);
  return true;
end $function$
CREATE OR REPLACE FUNCTION ledger.make_months(p_now timestamp with time zone, p_ahead integer)
 RETURNS date[]
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  due  date;
  dues date[];
  made date[] := '{}';
begin
  perform pg_advisory_xact_lock(hashtext('ledger.make_month'));
  dues := array(
    select ledger.month_of(effective_at) as month from ledger.entry_rest
    union
    select (ledger.month_of(p_now) + n * interval '1 month')::date from generate_series(0, p_ahead) as n
    order by month);
  foreach due in array dues loop
    if ledger.make_month(due) then
      made := made || due;
    end if;
  end loop;
  return made;
end $function$
CREATE OR REPLACE FUNCTION ledger.mark_exported(p_month date, p_now timestamp with time zone)
 RETURNS void
 LANGUAGE sql
AS $function$
  update ledger.month set exported_at = p_now where month = p_month
$function$
CREATE OR REPLACE FUNCTION ledger.micros(p_at timestamp with time zone)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select (extract(epoch from p_at) * 1000000)::bigint
$function$
CREATE OR REPLACE FUNCTION ledger.month_hash(p_month date)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  select encode(sha256(convert_to(coalesce(string_agg(concat_ws('|', block, postings, entries, postings_hash, entries_hash),
                                                      e'\n' order by block), ''), 'UTF8')), 'hex')
    from ledger.month_block where month = p_month
$function$
CREATE OR REPLACE FUNCTION ledger.month_of(p_at timestamp with time zone)
 RETURNS date
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select date_trunc('month', p_at at time zone 'Asia/Seoul')::date
$function$
CREATE OR REPLACE FUNCTION ledger.month_start(p_month date)
 RETURNS timestamp with time zone
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select p_month::timestamp at time zone 'Asia/Seoul'
$function$
CREATE OR REPLACE FUNCTION ledger.month_state(p_at timestamp with time zone)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce((select case when detached_at is null then 'SEALED' else 'DETACHED' end
                     from ledger.month where month = ledger.month_of(p_at)), 'OPEN')
$function$
CREATE OR REPLACE FUNCTION ledger.month_table(p_month date)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select 'entry_' || to_char(p_month, 'YYYY_MM')
$function$
CREATE OR REPLACE FUNCTION ledger.next_month(p_month date)
 RETURNS date
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select (p_month + interval '1 month')::date
$function$
CREATE OR REPLACE FUNCTION ledger.open_accounts(codes text[], currencies text[], kinds text[], guards boolean[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  insert into ledger.account (code, currency, kind, guarded)
  select distinct on (a.code collate "C", a.currency) a.code, a.currency, a.kind, a.guarded
    from unnest(codes, currencies, kinds, guards) as a(code, currency, kind, guarded)
   where not exists (select from ledger.account o where o.code = a.code and o.currency = a.currency)
   order by a.code collate "C", a.currency
  on conflict do nothing
$function$
CREATE OR REPLACE FUNCTION ledger.open_books_from(p_from timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if p_from <> ledger.month_start(ledger.month_of(p_from)) then
    raise exception 'books open with a month of Asia/Seoul, not at %', p_from using errcode = 'JS008';
  end if;
  update ledger.open_period set open_from = p_from;
end $function$
CREATE OR REPLACE FUNCTION ledger.open_from()
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'postings are made in transactions that are read committed' using errcode = 'JS008';
  end if;
  perform pg_current_xact_id();
  return (select open_from from ledger.open_period);
end $function$
CREATE OR REPLACE FUNCTION ledger.post(keys text[], templates text[], hashes text[], effective timestamp with time zone[], codes text[], currencies text[], kinds text[], guards boolean[], leg_posting integer[], leg_account integer[], leg_amount bigint[])
 RETURNS text[]
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET plan_cache_mode TO 'force_generic_plan'
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  ids         bigint[];                       -- by position in keys; null where the key is not new
  fresh       text[];
  conflicting text;
  opened      timestamptz := ledger.open_from();
begin
  with made as (
    insert into ledger.posting (key, template, facts_hash, effective_at, corrects)
    select p.key, p.template, p.hash, greatest(p.at, opened), case when p.at < opened then p.at end
      from unnest(keys, templates, hashes, effective) as p(key, template, hash, at)
     order by p.key collate "C"
    on conflict (key) do nothing
    returning id, posting.key
  )
  select array_agg(m.id order by p.position), array_agg(p.key order by p.position) filter (where m.id is not null)
    into ids, fresh
    from unnest(keys) with ordinality as p(key, position) left join made m on m.key = p.key collate "C";

  perform ledger.open_accounts(codes, currencies, kinds, guards);
  perform from ledger.account a where a.code = any(codes) and a.currency = any(currencies) and a.guarded
    order by a.code, a.currency for no key update;

  insert into ledger.entry (posting_id, account_code, currency, amount, effective_at)
  select ids[l.posting], codes[l.account], currencies[l.account], l.amount, greatest(effective[l.posting], opened)
    from unnest(leg_posting, leg_account, leg_amount) as l(posting, account, amount)
   where ids[l.posting] is not null;

  update ledger.account a set balance = a.balance + m.amount
    from (select codes[l.account] as code, currencies[l.account] as currency, sum(l.amount)::bigint as amount
            from unnest(leg_posting, leg_account, leg_amount) as l(posting, account, amount)
           where ids[l.posting] is not null and guards[l.account] group by l.account) m
   where a.code = m.code and a.currency = m.currency and m.amount <> 0;

  if cardinality(fresh) is distinct from cardinality(keys) then
    select p.key into conflicting
      from unnest(keys, hashes) as p(key, hash)
      join ledger.posting stored on stored.key = p.key
     where stored.facts_hash <> p.hash
     limit 1;
    if conflicting is not null then
      raise exception 'posting % was made before with different facts', conflicting using errcode = 'JS001';
    end if;
  end if;
  return coalesce(fresh, '{}');
end $function$
CREATE OR REPLACE FUNCTION ledger.post_one(p_key text, p_template text, p_hash text, p_effective timestamp with time zone, codes text[], currencies text[], kinds text[], guards boolean[], leg_account integer[], leg_amount bigint[])
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  made   bigint;
  stored text;
  moves  bigint[] := array_fill(0::bigint, array[cardinality(codes)]);
  opened timestamptz := ledger.open_from();
  booked timestamptz := greatest(p_effective, opened);
begin
  insert into ledger.posting (key, template, facts_hash, effective_at, corrects)
  values (p_key, p_template, p_hash, booked, case when p_effective < opened then p_effective end)
    on conflict (key) do nothing returning id into made;
  if made is null then
    select facts_hash into stored from ledger.posting where key = p_key;
    if stored <> p_hash then
      raise exception 'posting % was made before with different facts', p_key using errcode = 'JS001';
    end if;
    return false;
  end if;

  for i in 1..cardinality(leg_account) loop
    moves[leg_account[i]] := moves[leg_account[i]] + leg_amount[i];
  end loop;
  for i in 1..cardinality(codes) loop
    loop
      if guards[i] then
        update ledger.account set balance = balance + moves[i] where code = codes[i] and currency = currencies[i];
      else
        perform from ledger.account where code = codes[i] and currency = currencies[i];
      end if;
      exit when found;
      perform ledger.open_accounts(codes[i:i], currencies[i:i], kinds[i:i], guards[i:i]);
    end loop;
  end loop;

  insert into ledger.entry (posting_id, account_code, currency, amount, effective_at)
  select made, codes[l.account], currencies[l.account], l.amount, booked
    from unnest(leg_account, leg_amount) as l(account, amount);
  return true;
end $function$
CREATE OR REPLACE FUNCTION ledger.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'ledger rows are append-only' using errcode = 'JS002';
end $function$
CREATE OR REPLACE FUNCTION ledger.refuse_open_month()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  perform ledger.assert_closed(new.month);
  return new;
end $function$
CREATE OR REPLACE FUNCTION ledger.refuse_sealed()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if exists (select from ledger.month where month = ledger.month_of(new.effective_at)) then
    raise exception 'the month % is sealed: nothing can be posted into it', to_char(ledger.month_of(new.effective_at), 'YYYY-MM')
      using errcode = 'JS007';
  end if;
  return new;
end $function$
CREATE OR REPLACE FUNCTION ledger.refuse_sealed_period()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  sealed date := (select max(month) from ledger.month);
  closed date := (select max(month) from reconciliation.month where state in ('CLOSING', 'CLOSED'));
begin
  if new.open_from < ledger.month_start(ledger.next_month(sealed)) then
    raise exception 'the month % is sealed: its books cannot be opened again', to_char(sealed, 'YYYY-MM') using errcode = 'JS008';
  end if;
  if new.open_from < old.open_from
     and new.open_from <> ledger.month_start((ledger.month_of(old.open_from) - interval '1 month')::date) then
    raise exception 'the books open at %: they go back by one month, not to %', old.open_from, new.open_from using errcode = 'JS008';
  end if;
  if new.open_from < ledger.month_start(ledger.next_month(closed)) then
    raise exception 'the month % is closed: its books open when it is reopened', to_char(closed, 'YYYY-MM') using errcode = 'JS008';
  end if;
  return new;
end $function$
CREATE OR REPLACE FUNCTION ledger.restore_month(p_month date)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  part text := ledger.month_table(p_month);
begin
  if (ledger.sealed_month(p_month)).detached_at is null then
    raise exception 'the month % is attached', to_char(p_month, 'YYYY-MM') using errcode = 'JS008';
  end if;
  execute format('create table ledger.%I (like ledger.entry including constraints)', part);
  execute format('drop function if exists ledger.%I()', 'balanced_' || part);
  perform ledger.guard_entries(part);
  execute format('alter table ledger.%I disable trigger balanced', part);
end $function$
CREATE OR REPLACE FUNCTION ledger.seal_month(p_month date, p_now timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET work_mem TO '256MB'
AS $function$
declare
  part   text := ledger.month_table(p_month);
  since  timestamptz := ledger.month_start(p_month);
  until  timestamptz := ledger.month_start(ledger.next_month(p_month));
  before date := (select max(month) from ledger.month);
  sealed ledger.seal;
begin
  if until > p_now then
    raise exception 'the month % has not ended', to_char(p_month, 'YYYY-MM') using errcode = 'JS008';
  end if;
  if p_month <= before then
    raise exception 'the month % is sealed, or lies before a sealed one', to_char(p_month, 'YYYY-MM') using errcode = 'JS008';
  end if;
  perform ledger.make_months(since, 0);
  if exists (select from ledger.entry where effective_at < since
                and effective_at >= coalesce(ledger.month_start(ledger.next_month(before)), '-infinity')) then
    raise exception 'an earlier month than % is open and has entries: seal it first', to_char(p_month, 'YYYY-MM') using errcode = 'JS008';
  end if;
  -- Waits for postings of the month that are under way, and keeps further ones out until this transaction ends.
  execute format('lock table ledger.%I in share row exclusive mode', part);
  select * into sealed from ledger.seal order by id desc limit 1;
  if exists (select from ledger.posting p where (p.txid, p.id) > (coalesce(sealed.last_txid, '0'), coalesce(sealed.last_posting, 0))
                and p.effective_at >= since and p.effective_at < until) then
    raise exception 'the chain of seals does not reach the end of % yet: verify the ledger, or wait for the night', to_char(p_month, 'YYYY-MM')
      using errcode = 'JS008';
  end if;

  insert into ledger.month_block select p_month, b.* from ledger.blocks_of(part) b;
  execute format($balances$
    insert into ledger.month_balance (account_code, currency, month, balance, moved, entries)
    select m.account_code, m.currency, $1, coalesce(b.balance, 0) + m.moved, m.moved, m.entries
      from (select account_code, currency, sum(amount)::bigint as moved, count(*) as entries from ledger.%I group by 1, 2) m
      left join lateral (select balance from ledger.month_balance o
                          where o.account_code = m.account_code and o.currency = m.currency order by o.month desc limit 1) b on true
     order by m.account_code, m.currency$balances$, part) using p_month;
  insert into ledger.month_total (month, account, currency, balance, entries)
  select p_month, account, currency, sum(balance)::bigint, sum(entries)::bigint
    from (select account, currency, balance, entries from ledger.month_total where month = before
          union all
          select ledger.kind_of(account_code), currency, moved, entries from ledger.month_balance where month = p_month) part
   group by 2, 3;
  execute format('create trigger not_sealed before insert on ledger.%I for each row execute function ledger.refuse_sealed()', part);
  execute format($month$
    insert into ledger.month (month, sealed_at, postings, entries, debit, hash)
    select $1, $2, (select coalesce(sum(postings), 0) from ledger.month_block where month = $1), count(*),
           coalesce(sum(amount) filter (where amount > 0), 0), ledger.month_hash($1)
      from ledger.%I$month$, part) using p_month, p_now;
end $function$
CREATE OR REPLACE FUNCTION ledger.sealed_month(p_month date)
 RETURNS ledger.month
 LANGUAGE plpgsql
AS $function$
declare
  found_month ledger.month;
begin
  select * into found_month from ledger.month where month = p_month for update;
  if not found then
    raise exception 'the month % is not sealed', to_char(p_month, 'YYYY-MM') using errcode = 'JS008';
  end if;
  return found_month;
end $function$
CREATE OR REPLACE FUNCTION ledger.sum_templates(p_month date)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  execute format($sums$
    insert into ledger.month_template (account_code, currency, month, template, moved, postings)
    select e.account_code, e.currency, $1, p.template, sum(e.amount), count(distinct p.id)
      from ledger.%I e join ledger.posting p on p.id = e.posting_id
     group by 1, 2, 4 order by 1, 2, 4$sums$, ledger.month_table(p_month)) using p_month;
end $function$
CREATE OR REPLACE FUNCTION messaging.attach_month(p_parent text, p_month date)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  part text := messaging.month_table(p_parent, p_month);
begin
  perform pg_advisory_xact_lock(hashtext('messaging.make_month'));
  if not exists (select from messaging.monthly where parent = p_parent) then
    raise exception 'the table % has no months', p_parent using errcode = 'JS008';
  end if;
  if to_regclass(part) is null or exists (select from pg_inherits where inhrelid = to_regclass(part)) then
    raise exception 'the month % of % is not detached', to_char(p_month, 'YYYY-MM'), p_parent using errcode = 'JS008';
  end if;
  perform messaging.put_month(p_parent, p_month);
end $function$
CREATE OR REPLACE FUNCTION messaging.detach_month(p_parent text, p_month date, p_before timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  it   messaging.monthly;
  part text := messaging.month_table(p_parent, p_month);
begin
  select * into it from messaging.monthly where parent = p_parent;
  if it.parent is null then
    raise exception 'the table % has no months', p_parent using errcode = 'JS008';
  end if;
  if not exists (select from pg_inherits where inhparent = p_parent::regclass and inhrelid = to_regclass(part)) then
    raise exception 'the month % of % is not attached', to_char(p_month, 'YYYY-MM'), p_parent using errcode = 'JS008';
  end if;
  if ledger.month_start(ledger.next_month(p_month)) > p_before then
    raise exception 'the month % of % is not over', to_char(p_month, 'YYYY-MM'), p_parent using errcode = 'JS008';
  end if;
  if messaging.month_has(it, it.late, p_month, p_before) then
    raise exception 'the month % of % has work left', to_char(p_month, 'YYYY-MM'), p_parent using errcode = 'JS010';
  end if;
  -- A delivery could be opened again between the question and the end of its month.
  execute format('lock table ' || it.held || ' in share mode', p_before, null, null, part);
  if messaging.month_has(it, it.busy, p_month, p_before) then
    raise exception 'the month % of % has work left', to_char(p_month, 'YYYY-MM'), p_parent using errcode = 'JS010';
  end if;
  execute format('alter table %s detach partition %s', p_parent, part);
end $function$
CREATE OR REPLACE FUNCTION messaging.drop_month(p_parent text, p_month date)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  part text := messaging.month_table(p_parent, p_month);
begin
  if not exists (select from messaging.monthly where parent = p_parent) then
    raise exception 'the table % has no months', p_parent using errcode = 'JS008';
  end if;
  if to_regclass(part) is null or exists (select from pg_inherits where inhrelid = to_regclass(part)) then
    raise exception 'the month % of % is not detached', to_char(p_month, 'YYYY-MM'), p_parent using errcode = 'JS008';
  end if;
  execute format('drop table %s', part);
end $function$
CREATE OR REPLACE FUNCTION messaging.drop_months(p_parent text, p_before timestamp with time zone)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  it      messaging.monthly;
  due     date;
  dropped int := 0;
begin
  -- Services wait behind the lock of a detached month, so the lock itself waits briefly: the next night tries again.
  set local lock_timeout = '5s';
  set local statement_timeout = 0;
  select * into it from messaging.monthly where parent = p_parent;
  if it.parent is null then
    raise exception 'the table % has no months', p_parent using errcode = 'JS008';
  end if;
  -- Ids hold real time; the clock of a rehearsal may be years ahead of it.
  if it.ordered = 'id' then
    p_before := least(p_before, clock_timestamp() - interval '7 days');
  end if;
  foreach due in array array(
    select to_date(right(relname, 7), 'YYYY_MM') as month from pg_inherits join pg_class on pg_class.oid = inhrelid
     where inhparent = p_parent::regclass and relname ~ '_[0-9]{4}_[0-9]{2}$' order by 1) loop
    continue when ledger.month_start(ledger.next_month(due)) > p_before;
    begin
      perform messaging.detach_month(p_parent, due, p_before);
      perform messaging.drop_month(p_parent, due);
      dropped := dropped + 1;
    exception when sqlstate 'JS010' then
      null;
    end;
  end loop;
  execute format('delete from %s_rest where %s < %L', p_parent, it.at, p_before);
  return dropped;
end $function$
CREATE OR REPLACE FUNCTION messaging.first_id(p_at timestamp with time zone)
 RETURNS uuid
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select (lpad(to_hex((extract(epoch from p_at) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid
$function$
CREATE OR REPLACE FUNCTION messaging.instant_of(p_id uuid)
 RETURNS timestamp with time zone
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select case when substr(p_id::text, 15, 1) = '7'
              then to_timestamp(('x' || left(replace(p_id::text, '-', ''), 12))::bit(48)::bigint / 1000.0) end
$function$
CREATE OR REPLACE FUNCTION messaging.make_month(p_parent text, p_month date)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  part text := messaging.month_table(p_parent, p_month);
begin
  perform pg_advisory_xact_lock(hashtext('messaging.make_month'));
  if to_regclass(part) is not null then
    return false;
  end if;
  execute format('create table %s (like %s including defaults including constraints including storage)', part, p_parent);
  perform messaging.put_month(p_parent, p_month);
  return true;
end $function$
CREATE OR REPLACE FUNCTION messaging.make_months(p_now timestamp with time zone, p_ahead integer)
 RETURNS integer
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select coalesce(sum(messaging.make_months_of(parent, p_now, p_ahead)), 0)::int from (select parent from messaging.monthly order by parent) tables
$function$
CREATE OR REPLACE FUNCTION messaging.make_months_of(p_parent text, p_now timestamp with time zone, p_ahead integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET lock_timeout TO '5s'
AS $function$
declare
  it   messaging.monthly;
  due  date;
  dues date[];
  made int := 0;
begin
  -- Before anything is read: of two makers that both read the rest, each would wait for the other.
  perform pg_advisory_xact_lock(hashtext('messaging.make_month'));
  select * into strict it from messaging.monthly where parent = p_parent;
  execute format('select array_agg(distinct month) from (select %s as month from %s_rest) waiting where month is not null',
                 case it.ordered when 'id' then format('ledger.month_of(messaging.instant_of(%I))', it.key)
                            when 'instant' then format('ledger.month_of(%I)', it.key) else quote_ident(it.key) end, it.parent) into dues;
  foreach due in array array(
    select unnest(dues) union
    -- Ids hold real time, and a rehearsal has a clock of its own: both need tables.
    select (ledger.month_of(at) + n * interval '1 month')::date
      from unnest(array[p_now, clock_timestamp()]) as at, generate_series(0, p_ahead) as n order by 1) loop
    made := made + messaging.make_month(it.parent, due)::int;
  end loop;
  return made;
end $function$
CREATE OR REPLACE FUNCTION messaging.month_bound(p_ordered text, p_month date)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  select case p_ordered when 'id' then messaging.first_id(ledger.month_start(p_month))::text
                   when 'instant' then ledger.month_start(p_month)::text else p_month::text end
$function$
CREATE OR REPLACE FUNCTION messaging.month_has(p_it messaging.monthly, p_condition text, p_month date, p_before timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  found boolean;
begin
  execute format('select ' || p_condition, p_before, messaging.month_bound(p_it.ordered, p_month),
                 messaging.month_bound(p_it.ordered, ledger.next_month(p_month)), messaging.month_table(p_it.parent, p_month)) into found;
  return found;
end $function$
CREATE OR REPLACE FUNCTION messaging.month_table(p_parent text, p_month date)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select p_parent || '_' || to_char(p_month, 'YYYY_MM')
$function$
CREATE OR REPLACE FUNCTION messaging.put_month(p_parent text, p_month date)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  it    messaging.monthly;
  part  text := messaging.month_table(p_parent, p_month);
  since text;
  until text;
begin
  select * into strict it from messaging.monthly where parent = p_parent;
  since := messaging.month_bound(it.ordered, p_month);
  until := messaging.month_bound(it.ordered, ledger.next_month(p_month));
  execute format('lock table %s_rest in access exclusive mode', p_parent);
  execute format('with moved as (delete from %1$s_rest where %2$I >= %3$L and %2$I < %4$L returning *) insert into %5$s select * from moved',
                 p_parent, it.key, since, until, part);
  execute format('alter table %s attach partition %s for values from (%L) to (%L)', p_parent, part, since, until);
end $function$
CREATE OR REPLACE FUNCTION messaging.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'who revived a job stays on record: % of %.% is refused', lower(tg_op), tg_table_schema, tg_table_name using errcode = 'JS005';
end $function$
CREATE OR REPLACE FUNCTION messaging.refuse_erasure_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'who asked for an erasure stays on record: % of %.% is refused', lower(tg_op), tg_table_schema, tg_table_name using errcode = 'JS005';
end $function$
CREATE OR REPLACE FUNCTION onboarding.erase_account_changes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update onboarding.account_change set account_masked = '', previous_masked = '' where seller_id = new.seller_id;
  return null;
end $function$
CREATE OR REPLACE FUNCTION onboarding.hold_changed_account()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not exists (
    select from onboarding.account_change c
     where c.seller_id = new.seller_id and c.account_fingerprint = new.account_fingerprint and c.state in ('waiting', 'trusted'))
  then
    new.account_held_until := 'infinity';
  end if;
  return new;
end $function$
CREATE OR REPLACE FUNCTION onboarding.keep_account_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  -- The seller's data is erased: the fingerprints say nothing to anybody.
  if tg_op = 'UPDATE' and (new.account_masked, new.previous_masked) = ('', '')
     and to_jsonb(old) - '{account_masked,previous_masked}'::text[] = to_jsonb(new) - '{account_masked,previous_masked}'::text[]
  then
    return new;
  end if;
  if tg_op = 'DELETE' or old.state not in ('asked', 'waiting')
     or (old.state = 'waiting' and new.state in ('asked', 'refused', 'trusted'))
     or (old.state = 'asked' and new.state in ('confirmed', 'rejected', 'replaced'))
     or (old.id, old.number, old.seller_id, old.bank_code, old.account_masked, old.account_fingerprint, old.previous_bank_code, old.previous_masked, old.asked_by, old.asked_at)
        is distinct from (new.id, new.number, new.seller_id, new.bank_code, new.account_masked, new.account_fingerprint, new.previous_bank_code, new.previous_masked, new.asked_by, new.asked_at)
     or (old.taken_at is not null and (old.taken_at, old.payable_from, old.trusted_fingerprint) is distinct from (new.taken_at, new.payable_from, new.trusted_fingerprint))
  then
    raise exception 'a change of account stays as it was asked for and decided';
  end if;
  return new;
end $function$
CREATE OR REPLACE FUNCTION payouts.check_statement_sums()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  stated        payouts.statement;
  found_lines   bigint;
  found_payouts bigint;
begin
  select * into stated from payouts.statement where id = new.id;
  if not found then
    return null;
  end if;
  select coalesce(sum(amount), 0) into found_lines from payouts.statement_line where statement_id = new.id;
  if found_lines <> stated.movements then
    raise exception 'statement %: its lines add up to %, its movements are %', new.id, found_lines, stated.movements
      using errcode = 'JS006';
  end if;
  select coalesce(sum(amount), 0) into found_payouts from payouts.payout where statement_id = new.id;
  if found_payouts <> stated.payout_amount then
    raise exception 'statement %: its payouts add up to %, its payout amount is %', new.id, found_payouts, stated.payout_amount
      using errcode = 'JS006';
  end if;
  return null;
end $function$
CREATE OR REPLACE FUNCTION payouts.is_second_person(first text, second text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select first <> second and split_part(second, ':', 1) in ('person', 'earlier') and split_part(first, ':', 1) in (split_part(second, ':', 1), 'system')
$function$
CREATE OR REPLACE FUNCTION payouts.refuse_adjusted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'an adjustment is never changed' using errcode = 'JS005';
end $function$
CREATE OR REPLACE FUNCTION payouts.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception '% is a record of decisions: it is added to, never rewritten', tg_table_name using errcode = 'JS005';
end $function$
CREATE OR REPLACE FUNCTION payouts.refuse_late()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from made join payouts.run r on r.id = made.run_id where r.content_hash <> '') then
    raise exception 'a sealed run takes nothing more: insert into %.% is refused', tg_table_schema, tg_table_name using errcode = 'JS005';
  end if;
  return null;
end $function$
CREATE OR REPLACE FUNCTION payouts.refuse_later_part()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  stated uuid;
begin
  select s.id into stated from payouts.statement s
   where s.id in (select n.statement_id from new_rows n) and s.txid <> pg_current_xact_id() limit 1;
  if stated is not null then
    raise exception 'statement % is closed: its lines and payouts are written together with it', stated using errcode = 'JS005';
  end if;
  return null;
end $function$
CREATE OR REPLACE FUNCTION payouts.refuse_sealed_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception '%: % of %.% is refused', tg_argv[0], lower(tg_op), tg_table_schema, tg_table_name using errcode = 'JS005';
end $function$
CREATE OR REPLACE FUNCTION payouts.refuse_stated_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'what a statement says is never changed' using errcode = 'JS005';
end $function$
CREATE OR REPLACE FUNCTION reconciliation.analyze_breaks()
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  analyze reconciliation.break
$function$
CREATE OR REPLACE FUNCTION reconciliation.analyze_night()
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  analyze reconciliation.transaction, reconciliation.settlement
$function$
CREATE OR REPLACE FUNCTION reconciliation.contracted_fee(amount bigint, rate integer, fixed bigint, rounding text, vat_mode text)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select reconciliation.fee_before_vat(amount, rate, fixed, rounding)
       + case when vat_mode = 'added' then round(reconciliation.fee_before_vat(amount, rate, fixed, rounding) / 10.0)::bigint else 0 end
$function$
CREATE OR REPLACE FUNCTION reconciliation.drop_pages(p_before timestamp with time zone)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  return messaging.drop_months('reconciliation.raw_page', p_before);
end $function$
CREATE OR REPLACE FUNCTION reconciliation.facts_of(b reconciliation.break)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select jsonb_build_object('expected', b.expected, 'found', b.found, 'amount', b.amount::text, 'currency', b.currency,
    'evidence', b.evidence, 'owner', b.owner, 'matchedKey', b.matched_key, 'businessDate', b.business_date, 'openedAt', b.opened_at)
$function$
CREATE OR REPLACE FUNCTION reconciliation.fee_before_vat(amount bigint, rate integer, fixed bigint, rounding text)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select coalesce(fixed, case when amount <= 90000000000000
    then (amount * rate + case rounding when 'down' then 0 else 50000 end) / 100000
    else div(amount::numeric * rate + case rounding when 'down' then 0 else 50000 end, 100000)::bigint end)
$function$
CREATE OR REPLACE FUNCTION reconciliation.keep_decided()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' or old.state <> 'proposed' then raise exception '% % is never rewritten', tg_table_name, old.id; end if;
  return new;
end $function$
CREATE OR REPLACE FUNCTION reconciliation.record_break_changes()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  insert into reconciliation.break_event
  select n.id, n.version, n.action, o.state, n.state, n.changed_by, n.credential,
         case when n.action in ('comment', 'assign', 'unassign') then n.remark else n.reason end,
         case when n.action in ('comment', 'assign', 'unassign') then null else n.note end,
         reconciliation.facts_of(o), reconciliation.facts_of(n), n.changed_at
    from changed n join earlier o on o.id = n.id
   where n.version <> o.version;
  return null;
end $function$
CREATE OR REPLACE FUNCTION reconciliation.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception '% rows of % are never rewritten', lower(tg_op), tg_table_name;
end $function$
CREATE OR REPLACE FUNCTION reconciliation.refuse_proof_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'a proof is never changed: make another one' using errcode = 'JS005';
end $function$
CREATE OR REPLACE FUNCTION reconciliation.refuse_uncounted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'Break % changed without a new version: its history would lack the change', old.id;
end $function$
CREATE OR REPLACE FUNCTION reconciliation.severity(b reconciliation.break, at timestamp with time zone)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case when b.critical_at <= at then 'CRITICAL' when b.high_at <= at then 'HIGH' when b.medium_at <= at then 'MEDIUM' else 'LOW' end
$function$
CREATE OR REPLACE FUNCTION reconciliation.severity_times(amount bigint, currency text, opened_at timestamp with time zone)
 RETURNS TABLE(medium_at timestamp with time zone, high_at timestamp with time zone, critical_at timestamp with time zone, due_at timestamp with time zone)
 LANGUAGE sql
 STABLE
AS $function$
  select t.medium_at, t.high_at, t.critical_at,
         least(t.critical_at + r.critical_due, t.high_at + r.high_due, t.medium_at + r.medium_due, opened_at + r.low_due)
    from (select * from reconciliation.severity_rule
           where state = 'active' and decided_at <= opened_at and effective_from <= (opened_at at time zone 'Asia/Seoul')::date
           order by effective_from desc limit 1) r
   cross join lateral (select case when currency <> 'KRW' then 0 else coalesce(abs(amount), r.critical_amount) end as won) a
   cross join lateral (select opened_at + case when a.won < r.medium_amount then r.medium_age else interval '0' end as medium_at,
                              opened_at + case when a.won < r.high_amount then r.high_age else interval '0' end as high_at,
                              opened_at + case when a.won < r.critical_amount then r.critical_age else interval '0' end as critical_at) t
$function$
CREATE OR REPLACE FUNCTION webhooks.drop_months(p_parent text, p_before timestamp with time zone)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if p_parent not in ('webhooks.inbox', 'webhooks.delivery', 'messaging.event') then
    raise exception 'not a table of webhooks: %', p_parent using errcode = 'JS008';
  end if;
  return messaging.drop_months(p_parent, p_before);
end $function$

-- triggers
CREATE TRIGGER kept BEFORE DELETE OR UPDATE ON audit.checkpoint FOR EACH ROW EXECUTE FUNCTION audit.refuse_change()
CREATE TRIGGER kept_whole BEFORE TRUNCATE ON audit.checkpoint FOR EACH STATEMENT EXECUTE FUNCTION audit.refuse_change()
CREATE CONSTRAINT TRIGGER chained AFTER INSERT ON audit.decision DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION audit.chain()
CREATE TRIGGER hashed_once BEFORE UPDATE ON audit.decision FOR EACH ROW WHEN (((old.hash IS NOT NULL) OR ((((((((((new.id IS DISTINCT FROM old.id) OR (new.at IS DISTINCT FROM old.at)) OR (new.kind IS DISTINCT FROM old.kind)) OR (new.subject IS DISTINCT FROM old.subject)) OR (new.service IS DISTINCT FROM old.service)) OR (new.actor IS DISTINCT FROM old.actor)) OR (new.credential IS DISTINCT FROM old.credential)) OR (new.reason IS DISTINCT FROM old.reason)) OR ((new.before)::text IS DISTINCT FROM (old.before)::text)) OR ((new.after)::text IS DISTINCT FROM (old.after)::text)))) EXECUTE FUNCTION audit.refuse_change()
CREATE TRIGGER kept BEFORE DELETE ON audit.decision FOR EACH ROW EXECUTE FUNCTION audit.refuse_change()
CREATE TRIGGER kept_whole BEFORE TRUNCATE ON audit.decision FOR EACH STATEMENT EXECUTE FUNCTION audit.refuse_change()
CREATE TRIGGER kept BEFORE DELETE OR UPDATE ON gateway.cancel_allocation FOR EACH ROW EXECUTE FUNCTION gateway.refuse_change()
CREATE TRIGGER compared AFTER UPDATE OF total, currency ON gateway.orders FOR EACH ROW WHEN (((old.total IS DISTINCT FROM new.total) OR (old.currency IS DISTINCT FROM new.currency))) EXECUTE FUNCTION gateway.compare_with_payments()
CREATE TRIGGER compared BEFORE INSERT OR UPDATE OF order_id, amount, currency ON gateway.payment FOR EACH ROW EXECUTE FUNCTION gateway.compare_with_order()
CREATE TRIGGER name_sellers AFTER INSERT OR UPDATE OF order_id ON gateway.payment FOR EACH ROW WHEN ((new.order_id IS NOT NULL)) EXECUTE FUNCTION gateway.name_sellers_of_payment()
CREATE TRIGGER kept BEFORE DELETE OR UPDATE ON gateway.sold_item FOR EACH ROW EXECUTE FUNCTION gateway.refuse_change()
CREATE TRIGGER kept BEFORE DELETE OR UPDATE ON gateway.split FOR EACH ROW EXECUTE FUNCTION gateway.refuse_change()
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON ledger.entry FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change()
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON ledger.entry FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change()
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON ledger.entry_rest FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change()
CREATE CONSTRAINT TRIGGER balanced AFTER INSERT ON ledger.entry_rest DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger.balanced_entry_rest()
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON ledger.entry_rest FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change()
CREATE TRIGGER not_sealed BEFORE INSERT ON ledger.entry_rest FOR EACH ROW EXECUTE FUNCTION ledger.refuse_sealed()
CREATE TRIGGER closed_first BEFORE INSERT ON ledger.month FOR EACH ROW EXECUTE FUNCTION ledger.refuse_open_month()
CREATE TRIGGER kept_for_readers AFTER INSERT OR UPDATE OF detached_at ON ledger.month FOR EACH ROW EXECUTE FUNCTION ledger.keep_for_readers()
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON ledger.month_balance FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change()
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON ledger.month_block FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change()
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON ledger.month_template FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change()
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON ledger.month_total FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change()
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON ledger.open_period FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change()
CREATE TRIGGER not_sealed BEFORE UPDATE ON ledger.open_period FOR EACH ROW EXECUTE FUNCTION ledger.refuse_sealed_period()
CREATE TRIGGER one_row BEFORE DELETE ON ledger.open_period FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change()
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON ledger.posting FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change()
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON ledger.posting FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change()
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON ledger.seal FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change()
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON ledger.verification FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change()
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON ledger.verification FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change()
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON messaging.erasure FOR EACH ROW EXECUTE FUNCTION messaging.refuse_erasure_change()
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON messaging.erasure FOR EACH STATEMENT EXECUTE FUNCTION messaging.refuse_erasure_change()
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON messaging.revival FOR EACH ROW EXECUTE FUNCTION messaging.refuse_change()
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON messaging.revival FOR EACH STATEMENT EXECUTE FUNCTION messaging.refuse_change()
CREATE TRIGGER kept BEFORE DELETE OR UPDATE ON onboarding.account_change FOR EACH ROW EXECUTE FUNCTION onboarding.keep_account_change()
CREATE TRIGGER erase_account_changes AFTER UPDATE ON onboarding.seller FOR EACH ROW WHEN (((new.account_masked = ''::text) AND (old.account_masked <> ''::text))) EXECUTE FUNCTION onboarding.erase_account_changes()
CREATE TRIGGER hold_changed_account BEFORE UPDATE ON onboarding.seller FOR EACH ROW WHEN (((new.account_fingerprint <> old.account_fingerprint) AND (old.provider_seller_id IS NOT NULL))) EXECUTE FUNCTION onboarding.hold_changed_account()
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON payouts.absent_listing FOR EACH ROW EXECUTE FUNCTION payouts.refuse_sealed_change('a listing stays as it was seen')
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON payouts.absent_listing FOR EACH STATEMENT EXECUTE FUNCTION payouts.refuse_sealed_change('a listing stays as it was seen')
CREATE TRIGGER kept BEFORE DELETE OR UPDATE ON payouts.balance_reading FOR EACH ROW EXECUTE FUNCTION payouts.refuse_change()
CREATE TRIGGER frozen BEFORE UPDATE ON payouts.batch FOR EACH ROW WHEN (((((old.run_id IS DISTINCT FROM new.run_id) OR (old.idempotency_key IS DISTINCT FROM new.idempotency_key)) OR (old.body IS DISTINCT FROM new.body)) OR (old.body_hash IS DISTINCT FROM new.body_hash))) EXECUTE FUNCTION payouts.refuse_sealed_change('a batch is sent as it was frozen')
CREATE TRIGGER kept BEFORE DELETE OR UPDATE ON payouts.debt_repayment FOR EACH ROW EXECUTE FUNCTION payouts.refuse_change()
CREATE TRIGGER decided_once BEFORE UPDATE ON payouts.debt_write_off FOR EACH ROW WHEN (((old.state <> 'requested'::text) OR ((((((new.id IS DISTINCT FROM old.id) OR (new.seller_id IS DISTINCT FROM old.seller_id)) OR (new.amount IS DISTINCT FROM old.amount)) OR (new.reason IS DISTINCT FROM old.reason)) OR (new.requested_by IS DISTINCT FROM old.requested_by)) OR (new.requested_at IS DISTINCT FROM old.requested_at)))) EXECUTE FUNCTION payouts.refuse_change()
CREATE TRIGGER kept BEFORE DELETE ON payouts.debt_write_off FOR EACH ROW EXECUTE FUNCTION payouts.refuse_change()
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON payouts.dispatch_decision FOR EACH ROW EXECUTE FUNCTION payouts.refuse_sealed_change('a decision stays as it was taken')
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON payouts.dispatch_decision FOR EACH STATEMENT EXECUTE FUNCTION payouts.refuse_sealed_change('a decision stays as it was taken')
CREATE TRIGGER kept BEFORE DELETE ON payouts.hold FOR EACH ROW EXECUTE FUNCTION payouts.refuse_change()
CREATE TRIGGER released_once BEFORE UPDATE ON payouts.hold FOR EACH ROW WHEN (((old.released_at IS NOT NULL) OR ((((((((((new.id IS DISTINCT FROM old.id) OR (new.seller_id IS DISTINCT FROM old.seller_id)) OR (new.reason IS DISTINCT FROM old.reason)) OR (new.detail IS DISTINCT FROM old.detail)) OR (new.scope IS DISTINCT FROM old.scope)) OR (new.order_id IS DISTINCT FROM old.order_id)) OR (new.amount IS DISTINCT FROM old.amount)) OR (new.release_on IS DISTINCT FROM old.release_on)) OR (new.placed_at IS DISTINCT FROM old.placed_at)) OR (new.placed_by IS DISTINCT FROM old.placed_by)))) EXECUTE FUNCTION payouts.refuse_change()
CREATE TRIGGER never_changed BEFORE DELETE OR UPDATE ON payouts.line_adjustment FOR EACH ROW EXECUTE FUNCTION payouts.refuse_adjusted()
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON payouts.line_adjustment FOR EACH STATEMENT EXECUTE FUNCTION payouts.refuse_adjusted()
CREATE TRIGGER decided_once BEFORE DELETE OR UPDATE ON payouts.parked_decision FOR EACH ROW WHEN ((old.state <> 'proposed'::text)) EXECUTE FUNCTION payouts.refuse_sealed_change('a decision stays as it was taken')
CREATE TRIGGER in_time AFTER INSERT ON payouts.payout REFERENCING NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION payouts.refuse_late()
CREATE TRIGGER never_changed BEFORE DELETE OR UPDATE OF id, statement_id, seller_id, amount, currency ON payouts.payout FOR EACH ROW EXECUTE FUNCTION payouts.refuse_stated_change()
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON payouts.payout FOR EACH STATEMENT EXECUTE FUNCTION payouts.refuse_stated_change()
CREATE TRIGGER promised BEFORE UPDATE ON payouts.payout FOR EACH ROW WHEN (((((((((old.ref_payout_id IS DISTINCT FROM new.ref_payout_id) OR (old.run_id IS DISTINCT FROM new.run_id)) OR (old.statement_id IS DISTINCT FROM new.statement_id)) OR (old.seller_id IS DISTINCT FROM new.seller_id)) OR (old.provider_seller_id IS DISTINCT FROM new.provider_seller_id)) OR (old.account_fingerprint IS DISTINCT FROM new.account_fingerprint)) OR (old.amount IS DISTINCT FROM new.amount)) OR (old.currency IS DISTINCT FROM new.currency))) EXECUTE FUNCTION payouts.refuse_sealed_change('a payout is sent as it was promised')
CREATE TRIGGER promised_stays BEFORE DELETE ON payouts.payout FOR EACH ROW EXECUTE FUNCTION payouts.refuse_sealed_change('a payout is sent as it was promised')
CREATE TRIGGER with_its_statement AFTER INSERT ON payouts.payout REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION payouts.refuse_later_part()
CREATE TRIGGER kept BEFORE DELETE OR UPDATE ON payouts.payout_override FOR EACH ROW EXECUTE FUNCTION payouts.refuse_change()
CREATE TRIGGER acknowledged_once BEFORE UPDATE ON payouts.provider_finding FOR EACH ROW WHEN (((old.acknowledgement_id IS NOT NULL) OR ((to_jsonb(old.*) - 'acknowledgement_id'::text) IS DISTINCT FROM (to_jsonb(new.*) - 'acknowledgement_id'::text)))) EXECUTE FUNCTION payouts.refuse_sealed_change('a finding stays as it was found')
CREATE TRIGGER kept BEFORE DELETE ON payouts.provider_finding FOR EACH ROW EXECUTE FUNCTION payouts.refuse_sealed_change('a finding stays as it was found')
CREATE TRIGGER kept BEFORE DELETE ON payouts.reissue FOR EACH ROW EXECUTE FUNCTION payouts.refuse_change()
CREATE TRIGGER taken_once BEFORE UPDATE ON payouts.reissue FOR EACH ROW WHEN (((old.statement_id IS NOT NULL) OR (((to_jsonb(new.*) - 'statement_id'::text) - 'taken_at'::text) IS DISTINCT FROM ((to_jsonb(old.*) - 'statement_id'::text) - 'taken_at'::text)))) EXECUTE FUNCTION payouts.refuse_change()
CREATE TRIGGER kept BEFORE DELETE OR UPDATE ON payouts.reissue_policy FOR EACH ROW EXECUTE FUNCTION payouts.refuse_change()
CREATE TRIGGER kept BEFORE DELETE OR UPDATE ON payouts.reserve_release FOR EACH ROW EXECUTE FUNCTION payouts.refuse_change()
CREATE TRIGGER decided_once BEFORE UPDATE ON payouts.rule_change FOR EACH ROW WHEN (((old.state <> 'proposed'::text) OR ((((((((((((new.id IS DISTINCT FROM old.id) OR (new.kind IS DISTINCT FROM old.kind)) OR (new.rule_id IS DISTINCT FROM old.rule_id)) OR (new.document IS DISTINCT FROM old.document)) OR (new.effective_from IS DISTINCT FROM old.effective_from)) OR (new.seller_count IS DISTINCT FROM old.seller_count)) OR (new.line_count IS DISTINCT FROM old.line_count)) OR (new.net IS DISTINCT FROM old.net)) OR (new.moved IS DISTINCT FROM old.moved)) OR (new.content_hash IS DISTINCT FROM old.content_hash)) OR (new.proposed_by IS DISTINCT FROM old.proposed_by)) OR (new.proposed_at IS DISTINCT FROM old.proposed_at)))) EXECUTE FUNCTION payouts.refuse_change()
CREATE TRIGGER kept BEFORE DELETE ON payouts.rule_change FOR EACH ROW EXECUTE FUNCTION payouts.refuse_change()
CREATE TRIGGER fingerprinted BEFORE UPDATE OF payout_fingerprint ON payouts.run FOR EACH ROW WHEN (((old.content_hash <> ''::text) AND (old.payout_fingerprint IS DISTINCT FROM new.payout_fingerprint))) EXECUTE FUNCTION payouts.refuse_sealed_change('a sealed run stays as it was shown')
CREATE TRIGGER sealed BEFORE UPDATE ON payouts.run FOR EACH ROW WHEN (((old.content_hash <> ''::text) AND ((((((old.content_hash IS DISTINCT FROM new.content_hash) OR (old.total IS DISTINCT FROM new.total)) OR (old.payout_count IS DISTINCT FROM new.payout_count)) OR (old.business_date IS DISTINCT FROM new.business_date)) OR (old.cutoff IS DISTINCT FROM new.cutoff)) OR (old.drafted_by IS DISTINCT FROM new.drafted_by)))) EXECUTE FUNCTION payouts.refuse_sealed_change('a sealed run stays as it was shown')
CREATE TRIGGER sealed_stays BEFORE DELETE ON payouts.run FOR EACH ROW WHEN ((old.content_hash <> ''::text)) EXECUTE FUNCTION payouts.refuse_sealed_change('a sealed run stays as it was shown')
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON payouts.run_decision FOR EACH ROW EXECUTE FUNCTION payouts.refuse_sealed_change('a decision stays as it was taken')
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON payouts.run_decision FOR EACH STATEMENT EXECUTE FUNCTION payouts.refuse_sealed_change('a decision stays as it was taken')
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON payouts.run_override FOR EACH ROW EXECUTE FUNCTION payouts.refuse_sealed_change('a decision stays as it was taken')
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON payouts.run_override FOR EACH STATEMENT EXECUTE FUNCTION payouts.refuse_sealed_change('a decision stays as it was taken')
CREATE TRIGGER kept BEFORE DELETE OR UPDATE ON payouts.segregation_day FOR EACH ROW EXECUTE FUNCTION payouts.refuse_change()
CREATE TRIGGER kept BEFORE DELETE OR UPDATE ON payouts.segregation_rule FOR EACH ROW EXECUTE FUNCTION payouts.refuse_change()
CREATE TRIGGER decided_once BEFORE UPDATE ON payouts.seller_adjustment FOR EACH ROW WHEN (((old.state <> 'proposed'::text) OR (((((((new.id IS DISTINCT FROM old.id) OR (new.seller_id IS DISTINCT FROM old.seller_id)) OR (new.amount IS DISTINCT FROM old.amount)) OR (new.reason IS DISTINCT FROM old.reason)) OR (new.reference IS DISTINCT FROM old.reference)) OR (new.proposed_by IS DISTINCT FROM old.proposed_by)) OR (new.proposed_at IS DISTINCT FROM old.proposed_at)))) EXECUTE FUNCTION payouts.refuse_change()
CREATE TRIGGER kept BEFORE DELETE ON payouts.seller_adjustment FOR EACH ROW EXECUTE FUNCTION payouts.refuse_change()
CREATE TRIGGER in_time AFTER INSERT ON payouts.statement REFERENCING NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION payouts.refuse_late()
CREATE TRIGGER never_changed BEFORE DELETE OR UPDATE OF id, seller_id, business_date, opening, movements, payout_amount, carried, txid ON payouts.statement FOR EACH ROW WHEN ((old.txid <> pg_current_xact_id())) EXECUTE FUNCTION payouts.refuse_stated_change()
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON payouts.statement FOR EACH STATEMENT EXECUTE FUNCTION payouts.refuse_stated_change()
CREATE CONSTRAINT TRIGGER sums_agree AFTER INSERT OR UPDATE OF movements, payout_amount ON payouts.statement DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION payouts.check_statement_sums()
CREATE TRIGGER never_changed BEFORE DELETE OR UPDATE ON payouts.statement_line FOR EACH ROW EXECUTE FUNCTION payouts.refuse_stated_change()
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON payouts.statement_line FOR EACH STATEMENT EXECUTE FUNCTION payouts.refuse_stated_change()
CREATE TRIGGER with_its_statement AFTER INSERT ON payouts.statement_line REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION payouts.refuse_later_part()
CREATE TRIGGER kept BEFORE DELETE OR UPDATE ON payouts.statutory_choice FOR EACH ROW EXECUTE FUNCTION payouts.refuse_change()
CREATE TRIGGER kept BEFORE DELETE OR UPDATE ON payouts.statutory_rule FOR EACH ROW EXECUTE FUNCTION payouts.refuse_change()
CREATE TRIGGER never_changed BEFORE DELETE OR UPDATE OF id, seller_id, effective_from, document, is_estimate, line_count, promotion, commission, commission_vat, fees, fee_vat, net, content_hash, proposed_by, proposed_at, rule_change_id ON payouts.terms_change FOR EACH ROW EXECUTE FUNCTION payouts.refuse_adjusted()
CREATE TRIGGER counted BEFORE UPDATE ON reconciliation.break FOR EACH ROW WHEN ((((new.version <> old.version) AND (new.version <> (old.version + 1))) OR ((new.version = old.version) AND ((((((((((((((((((((((((new.id IS DISTINCT FROM old.id) OR (new.class IS DISTINCT FROM old.class)) OR (new.subject IS DISTINCT FROM old.subject)) OR (new.business_date IS DISTINCT FROM old.business_date)) OR (new.expected IS DISTINCT FROM old.expected)) OR (new.found IS DISTINCT FROM old.found)) OR (new.opened_at IS DISTINCT FROM old.opened_at)) OR (new.resolved_at IS DISTINCT FROM old.resolved_at)) OR (new.state IS DISTINCT FROM old.state)) OR (new.amount IS DISTINCT FROM old.amount)) OR (new.currency IS DISTINCT FROM old.currency)) OR (new.evidence IS DISTINCT FROM old.evidence)) OR (new.order_id IS DISTINCT FROM old.order_id)) OR (new.payment_key IS DISTINCT FROM old.payment_key)) OR (new.seller_id IS DISTINCT FROM old.seller_id)) OR (new.matched_key IS DISTINCT FROM old.matched_key)) OR (new.owner IS DISTINCT FROM old.owner)) OR (new.due_at IS DISTINCT FROM old.due_at)) OR (new.action IS DISTINCT FROM old.action)) OR (new.changed_at IS DISTINCT FROM old.changed_at)) OR (new.changed_by IS DISTINCT FROM old.changed_by)) OR (new.credential IS DISTINCT FROM old.credential)) OR (new.reason IS DISTINCT FROM old.reason)) OR (new.note IS DISTINCT FROM old.note))))) EXECUTE FUNCTION reconciliation.refuse_uncounted()
CREATE TRIGGER kept BEFORE DELETE ON reconciliation.break FOR EACH ROW EXECUTE FUNCTION reconciliation.refuse_change()
CREATE TRIGGER recorded AFTER UPDATE ON reconciliation.break REFERENCING OLD TABLE AS earlier NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION reconciliation.record_break_changes()
CREATE TRIGGER decided_once BEFORE UPDATE ON reconciliation.break_decision FOR EACH ROW WHEN (((old.state <> 'proposed'::text) OR (((((((((((((new.id IS DISTINCT FROM old.id) OR (new.break_id IS DISTINCT FROM old.break_id)) OR (new.break_version IS DISTINCT FROM old.break_version)) OR (new.way IS DISTINCT FROM old.way)) OR (new.reason IS DISTINCT FROM old.reason)) OR (new.note IS DISTINCT FROM old.note)) OR (new.account IS DISTINCT FROM old.account)) OR (new.counter_account IS DISTINCT FROM old.counter_account)) OR (new.gain IS DISTINCT FROM old.gain)) OR (new.matched_key IS DISTINCT FROM old.matched_key)) OR (new.size IS DISTINCT FROM old.size)) OR (new.proposed_by IS DISTINCT FROM old.proposed_by)) OR (new.proposed_at IS DISTINCT FROM old.proposed_at)))) EXECUTE FUNCTION reconciliation.refuse_change()
CREATE TRIGGER kept BEFORE DELETE ON reconciliation.break_decision FOR EACH ROW EXECUTE FUNCTION reconciliation.refuse_change()
CREATE TRIGGER never_changed BEFORE DELETE OR UPDATE ON reconciliation.break_event FOR EACH ROW EXECUTE FUNCTION reconciliation.refuse_change()
CREATE TRIGGER kept BEFORE DELETE ON reconciliation.break_sheet FOR EACH ROW EXECUTE FUNCTION reconciliation.refuse_change()
CREATE TRIGGER uploaded_once BEFORE UPDATE ON reconciliation.break_sheet FOR EACH ROW WHEN (((((to_jsonb(new.*) - 'begun_at'::text) - 'applied_at'::text) IS DISTINCT FROM ((to_jsonb(old.*) - 'begun_at'::text) - 'applied_at'::text)) OR (old.applied_at IS NOT NULL) OR ((old.begun_at IS NOT NULL) AND (new.begun_at IS DISTINCT FROM old.begun_at)))) EXECUTE FUNCTION reconciliation.refuse_change()
CREATE TRIGGER done_once BEFORE UPDATE ON reconciliation.break_sheet_row FOR EACH ROW WHEN (((old.result IS NOT NULL) OR ((to_jsonb(new.*) - 'result'::text) IS DISTINCT FROM (to_jsonb(old.*) - 'result'::text)))) EXECUTE FUNCTION reconciliation.refuse_change()
CREATE TRIGGER kept BEFORE DELETE ON reconciliation.break_sheet_row FOR EACH ROW EXECUTE FUNCTION reconciliation.refuse_change()
CREATE TRIGGER kept BEFORE DELETE OR UPDATE ON reconciliation.fee_table FOR EACH ROW EXECUTE FUNCTION reconciliation.keep_decided()
CREATE TRIGGER kept BEFORE DELETE ON reconciliation.month FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change()
CREATE TRIGGER counted_once BEFORE UPDATE ON reconciliation.month_request FOR EACH ROW WHEN ((new.counts IS DISTINCT FROM old.counts)) EXECUTE FUNCTION ledger.refuse_change()
CREATE TRIGGER decided_once BEFORE UPDATE ON reconciliation.month_request FOR EACH ROW WHEN (((old.state <> 'proposed'::text) OR (((((((new.id IS DISTINCT FROM old.id) OR (new.month IS DISTINCT FROM old.month)) OR (new.kind IS DISTINCT FROM old.kind)) OR (new.reason IS DISTINCT FROM old.reason)) OR (new.missing IS DISTINCT FROM old.missing)) OR (new.proposed_by IS DISTINCT FROM old.proposed_by)) OR (new.proposed_at IS DISTINCT FROM old.proposed_at)))) EXECUTE FUNCTION ledger.refuse_change()
CREATE TRIGGER kept BEFORE DELETE ON reconciliation.month_request FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change()
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON reconciliation.proof FOR EACH ROW EXECUTE FUNCTION reconciliation.refuse_proof_change()
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON reconciliation.proof FOR EACH STATEMENT EXECUTE FUNCTION reconciliation.refuse_proof_change()
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON reconciliation.proof_input FOR EACH ROW EXECUTE FUNCTION reconciliation.refuse_proof_change()
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON reconciliation.proof_input FOR EACH STATEMENT EXECUTE FUNCTION reconciliation.refuse_proof_change()
CREATE TRIGGER kept BEFORE DELETE OR UPDATE ON reconciliation.rule FOR EACH ROW EXECUTE FUNCTION reconciliation.keep_decided()
CREATE TRIGGER kept BEFORE DELETE OR UPDATE ON reconciliation.severity_rule FOR EACH ROW EXECUTE FUNCTION reconciliation.keep_decided()
