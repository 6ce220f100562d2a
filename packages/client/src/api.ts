// Generated from the contract by `npm run gen`.

export interface paths {
    "/v1/projects/{projectIdOrName}/api-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List API keys
         * @description Callers: a builder whose role includes `manage:keys`; an API key with the scope `manage:keys` or `full`.
         */
        get: operations["listApiKeys"];
        put?: never;
        /**
         * Create an API key
         * @description Callers: a builder whose role includes `manage:keys`; an API key with the scope `manage:keys` or `full`.
         */
        post: operations["createApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/api-keys/{apiKey}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an API key
         * @description Callers: a builder whose role includes `manage:keys`; an API key with the scope `manage:keys` or `full`.
         */
        get: operations["getApiKey"];
        put?: never;
        post?: never;
        /**
         * Delete an API key
         * @description Callers: a builder whose role includes `manage:keys`; an API key with the scope `manage:keys` or `full`.
         */
        delete: operations["deleteApiKey"];
        options?: never;
        head?: never;
        /**
         * Update an API key
         * @description Callers: a builder whose role includes `manage:keys`; an API key with the scope `manage:keys` or `full`.
         */
        patch: operations["updateApiKey"];
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/api-keys/{apiKey}:rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate an API key
         * @description Returns a new secret key. The former one is accepted for `overlapHours` more, so that servers can be switched one by one. A second rotation ends the overlap of the first.
         *
         *     Callers: a builder whose role includes `manage:keys`; an API key with the scope `manage:keys` or `full`.
         */
        post: operations["rotateApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agent-request": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the request of an agent to be connected
         * @description Validates an OAuth authorization request for the consent page.
         *
         *     Callers: a builder.
         */
        get: operations["getAgentRequest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/agents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List connected agents
         * @description Returns the agents that the caller has connected; with the capability `manage:keys`, those of all builders.
         *
         *     Callers: a builder whose role includes `read`.
         */
        get: operations["listAgents"];
        put?: never;
        /**
         * Connect an agent to a project
         * @description Grants an OAuth authorization request. The agent gets no more than `capabilities`, and no more than the caller’s role allows at any time.
         *
         *     Callers: a builder whose role includes `read`.
         */
        post: operations["connectAgent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/agents/{agentId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a connected agent
         * @description Callers: a builder whose role includes `read`.
         */
        get: operations["getAgent"];
        put?: never;
        post?: never;
        /**
         * Disconnect an agent
         * @description Its tokens are rejected within two seconds. Builders can disconnect their own agents; with the capability `manage:keys`, all.
         *
         *     Callers: a builder whose role includes `read`.
         */
        delete: operations["disconnectAgent"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/claimed-domains": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the claim of a domain
         * @description Available for the domain of the caller’s own email address and for domains of their organizations.
         *
         *     Callers: a builder.
         */
        get: operations["checkClaimedDomain"];
        put?: never;
        /**
         * Claim a domain
         * @description Accepts a domain, an email address or a URL. Ownership is verified by the owner’s own verified email address in that domain, or by the DNS TXT record `platform-domain-claim=<org id>`.
         *
         *     Callers: a builder.
         */
        post: operations["claimDomain"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orgs/{orgId}/claimed-domains": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the claimed domains of an organization
         * @description Callers: a builder whose role includes `org:read`.
         */
        get: operations["listOrgClaimedDomains"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/connect-page": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get what the hosted page shows
         * @description For the hosted page, with the secret of its link as Bearer token.
         *
         *     Callers: an end user, with a token signed by your backend.
         */
        get: operations["getConnectPage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/connect-links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List links that can be used
         * @description Callers: a builder whose role includes `read`; an API key with the scope `read` or `full`.
         */
        get: operations["listConnectLinks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/connect-links/{connectLinkId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a link
         * @description Callers: a builder whose role includes `read`; an API key with the scope `read` or `full`.
         */
        get: operations["getConnectLink"];
        put?: never;
        post?: never;
        /**
         * Revoke a link
         * @description The page of the link is rejected within two seconds, even where it is open.
         *
         *     Callers: a builder whose role includes `manage:connections`; an API key with the scope `manage:connections` or `full`.
         */
        delete: operations["deleteConnectLink"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/integrations/{integrationIdOrName}/connect-links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a link to the hosted page
         * @description The page shows the embedded UI in your colors and with your logo. The link is limited to one customer and one integration, works until it expires or is deleted, and can be opened any number of times. The caller needs the capabilities of an end user: `manage:connections`, `manage:installations` and `read:records`.
         *
         *     Callers: a builder whose role includes `manage:connections`; an API key with the scope `manage:connections` or `full`.
         */
        post: operations["createConnectLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/custom-auth/connect": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Connect with a provider-specific scheme
         * @description For providers whose `authType` is `custom`. Performs the provider’s sign-in steps, such as exchanging credentials for a token, and returns the `connection`. If a step requires a page of the provider, it returns a `redirect`. Get the outcome from the connect session, or by calling this operation with `sessionId`.
         *
         *     Callers: a builder whose role includes `manage:connections`; an API key with the scope `manage:connections` or `full`; an API key of scope `frontend`; an end user, with a token signed by your backend.
         */
        post: operations["customAuthConnect"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/oauth-connect": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start an OAuth connection
         * @description Returns the authorization URL to open in the end user’s browser, usually in a popup. The flow is bound to the browser that opens the URL. The `X-Connect-Session` header contains the ID of the connect session; poll it for the outcome.
         *
         *     Callers: a builder whose role includes `manage:connections`; an API key with the scope `manage:connections` or `full`; an API key of scope `frontend`; an end user, with a token signed by your backend.
         */
        post: operations["oauthConnect"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/connect-sessions/{connectSessionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a connect session
         * @description Callers: a builder whose role includes `read`; an API key with the scope `read` or `full`; an API key of scope `frontend`; an end user, with a token signed by your backend.
         */
        get: operations["getConnectSession"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/connections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List connections
         * @description Callers: a builder whose role includes `read`; an API key with the scope `read` or `full`; an API key of scope `frontend`; an end user, with a token signed by your backend.
         */
        get: operations["listConnections"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/connections/{connectionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a connection
         * @description `includeCreds` and `includeRefreshToken` require the scope `full` or a builder with the permission `connection:write`.
         *
         *     Callers: a builder whose role includes `read`; an API key with the scope `read` or `full`; an API key of scope `frontend`; an end user, with a token signed by your backend.
         */
        get: operations["getConnection"];
        put?: never;
        post?: never;
        /**
         * Delete a connection
         * @description Rejected while an installation uses the connection.
         *
         *     Callers: a builder whose role includes `manage:connections`; an API key with the scope `manage:connections` or `full`; an API key of scope `frontend`; an end user, with a token signed by your backend.
         */
        delete: operations["deleteConnection"];
        options?: never;
        head?: never;
        /**
         * Update the credentials or metadata of a connection
         * @description Credentials are only sent to the hosts they were provided for. To change the account’s address, include new credentials in the same call. Values from token replies cannot be changed. New credentials are verified with the provider before they are saved, as in `connections:generate`. A key of scope `frontend` names the customer by `groupRef`, in the query or in `connection`.
         *
         *     Callers: a builder whose role includes `manage:connections`; an API key with the scope `manage:connections` or `full`; an API key of scope `frontend`; an end user, with a token signed by your backend.
         */
        patch: operations["updateConnection"];
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/connections/{connectionId}/refreshes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List token refreshes of a connection
         * @description Covers the last 30 days, newest first.
         *
         *     Callers: a builder whose role includes `observe`; an API key with the scope `observe` or `full`.
         */
        get: operations["listConnectionRefreshes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/connections/{connectionId}:check-entry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Test a provider entry against the provider
         * @description The entry must be for the connection’s provider and use its known API address, so that credentials are not sent elsewhere. Nothing is written unless `record` is set. Requests other than GET need the capability `proxy`, or `read:records` and `write:records`. The audit log records the method and path of each request. The body has at most 512 KiB.
         *
         *     Callers: a builder whose role includes `manage:connections`; an API key with the scope `manage:connections` or `full`.
         */
        post: operations["checkProviderEntry"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/connections/{connectionId}:oauth-update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Start reauthentication of a connection
         * @description The end user signs in to the connected account again. With `changeAccount`, they can sign in to a different one; all data is then read again. If the provider requires typed credentials, set `linkHours`: the URL opens a page of the platform that asks for new credentials, verifies them with the provider and saves them if accepted.
         *
         *     Callers: a builder whose role includes `manage:connections`; an API key with the scope `manage:connections` or `full`; an API key of scope `frontend`; an end user, with a token signed by your backend.
         */
        patch: operations["oauthUpdate"];
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/connections/{connectionId}:record-object": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Record redacted replies of the provider
         * @description Reads pages of an object and returns the replies without values of the customer: names of members, paging and times of change are kept, all other values are replaced by invented ones of the same shape. IDs stay consistent within the recording. With `entry`, the capability `read:records` is required, and for requests other than GET `proxy`, or `read:records` and `write:records`; the audit log records the method and path of each request.
         *
         *     Callers: a builder whose role includes `manage:connections`; an API key with the scope `manage:connections` or `full`.
         */
        post: operations["recordProviderObject"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/connections:generate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a connection from credentials
         * @description For credentials that require no browser, and for tokens imported from another system. Typed credentials are verified with the provider first and rejected credentials are not saved. If the provider does not respond, or has no call that verifies credentials, the connection is saved with `health` `unconfirmed`.
         *
         *     Callers: a builder whose role includes `manage:connections`; an API key with the scope `manage:connections` or `full`; an API key of scope `frontend`; an end user, with a token signed by your backend.
         */
        post: operations["generateConnection"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List deliveries
         * @description Callers: a builder whose role includes `observe`; an API key with the scope `observe` or `full`.
         */
        get: operations["listDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/deliveries/{deliveryId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a delivery
         * @description Callers: a builder whose role includes `observe`; an API key with the scope `observe` or `full`.
         */
        get: operations["getDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/deliveries/{deliveryId}/attempts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the attempts of a delivery, newest first
         * @description Callers: a builder whose role includes `observe`; an API key with the scope `observe` or `full`.
         */
        get: operations["listAttempts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/deliveries/{deliveryId}:retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replay a delivery
         * @description Callers: a builder whose role includes `manage:notifications`; an API key with the scope `manage:notifications` or `full`.
         */
        post: operations["retryDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/deliveries:replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replay deliveries
         * @description Replays failed deliveries, or those with the given `status`. Event IDs are preserved. `dryRun` only counts.
         *
         *     Callers: a builder whose role includes `manage:notifications`; an API key with the scope `manage:notifications` or `full`.
         */
        post: operations["replayDeliveries"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/delivery-hours": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get hourly delivery statistics
         * @description Returns one entry per hour, oldest first: outcomes of attempts, record counts and durations. If a process is killed, its last second is not counted.
         *
         *     Callers: a builder whose role includes `observe`; an API key with the scope `observe` or `full`.
         */
        get: operations["getDeliveryHours"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/destinations/{destination}:test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test message
         * @description Sends an example of an event or of a message with records, at once and without a route.
         *
         *     Callers: a builder whose role includes `manage:notifications`; an API key with the scope `manage:notifications` or `full`.
         */
        post: operations["testDestination"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List events with their deliveries
         * @description Callers: a builder whose role includes `observe`; an API key with the scope `observe` or `full`.
         */
        get: operations["listEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/events/{eventId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an event with its message and deliveries
         * @description Messages with records are returned without the records to people: see `getDeliveredRecords`. Keys receive the whole message, as your receivers do.
         *
         *     Callers: a builder whose role includes `read:messages`; an API key with the scope `read:messages` or `full`.
         */
        get: operations["getEvent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/events/{eventId}/previous-record": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * View the previous version of a record
         * @description Returns the latest earlier version of one record of the message, from the last 200 messages about the object. Records that were left for download are not searched. Requires that an end user of the customer has turned on support access for the installation. The audit log records who viewed records of which customer and object.
         *
         *     Callers: a builder whose role includes `read:records`; an API key with the scope `read:records` or `full`.
         */
        get: operations["getPreviousRecord"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/events/{eventId}/records": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * View the records of a message
         * @description Returns the records that the message delivered, until it expires or is erased. Requires that an end user of the customer has turned on support access for the installation. The audit log records who viewed records of which customer and object.
         *
         *     Callers: a builder whose role includes `read:records`; an API key with the scope `read:records` or `full`.
         */
        get: operations["getDeliveredRecords"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/replays": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List replays
         * @description Callers: a builder whose role includes `observe`; an API key with the scope `observe` or `full`.
         */
        get: operations["listReplays"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/replays/{replayId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a replay
         * @description Callers: a builder whose role includes `observe`; an API key with the scope `observe` or `full`.
         */
        get: operations["getReplay"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/replays/{replayId}:cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a replay
         * @description Callers: a builder whose role includes `manage:notifications`; an API key with the scope `manage:notifications` or `full`.
         */
        post: operations["cancelReplay"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List monthly usage by customer
         * @description Newest month first. Counted as messages are sent and kept for two years. Erased with the customer. Customers without messages in a month are omitted.
         *
         *     Callers: a builder whose role includes `observe`; an API key with the scope `observe` or `full`.
         */
        get: operations["listUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/usage-totals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get monthly usage of all customers
         * @description Returns the months with messages, newest first. Erased customers are no longer counted.
         *
         *     Callers: a builder whose role includes `observe`; an API key with the scope `observe` or `full`.
         */
        get: operations["getUsageTotals"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/usage.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download monthly usage by customer
         * @description CSV file with the fields of `Usage`. Values that spreadsheets would evaluate as formulas are prefixed with an apostrophe. Counted as messages are sent and kept for two years. Erased with the customer. Customers without messages in a month are omitted.
         *
         *     Callers: a builder whose role includes `observe`; an API key with the scope `observe` or `full`.
         */
        get: operations["exportUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/installations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List installations of a project
         * @description Callers: a builder whose role includes `read`; an API key with the scope `read` or `full`; an API key of scope `frontend`; an end user, with a token signed by your backend.
         */
        get: operations["listInstallationsForProject"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/integrations/{integrationId}/installations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List installations of an integration
         * @description Callers: a builder whose role includes `read`; an API key with the scope `read` or `full`; an API key of scope `frontend`; an end user, with a token signed by your backend.
         */
        get: operations["listInstallations"];
        put?: never;
        /**
         * Install an integration for a group
         * @description Reads one record of each scheduled object first. The installation is rejected if the provider does not know a selected field, or the connected user lacks a permission or scope. `skipSampling` skips this check. Starts the backfills.
         *
         *     Callers: a builder whose role includes `manage:installations`; an API key with the scope `manage:installations` or `full`; an API key of scope `frontend`; an end user, with a token signed by your backend.
         */
        post: operations["createInstallation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/integrations/{integrationId}/installations/{installationId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an installation
         * @description Callers: a builder whose role includes `read`; an API key with the scope `read` or `full`; an API key of scope `frontend`; an end user, with a token signed by your backend.
         */
        get: operations["getInstallation"];
        put?: never;
        post?: never;
        /**
         * Uninstall
         * @description Stops all reads and subscriptions, and deletes the connection if nothing else uses it.
         *
         *     Callers: a builder whose role includes `manage:installations`; an API key with the scope `manage:installations` or `full`; an API key of scope `frontend`; an end user, with a token signed by your backend.
         */
        delete: operations["deleteInstallation"];
        options?: never;
        head?: never;
        /**
         * Update the configuration or connection of an installation
         * @description Callers: a builder whose role includes `manage:installations`; an API key with the scope `manage:installations` or `full`; an API key of scope `frontend`; an end user, with a token signed by your backend.
         */
        patch: operations["updateInstallation"];
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/integrations/{integrationId}/installations/{installationId}/timeline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the history of an installation
         * @description Newest first: connections, configuration changes, operations, pauses and deploys. Each goes back as far as its retention allows.
         *
         *     Callers: a builder whose role includes `observe`; an API key with the scope `observe` or `full`.
         */
        get: operations["getTimeline"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/integrations/{integrationId}/installations/{installationId}:setSupportAccess": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Turn support access on or off
         * @description With support access, your team can view the records that were delivered for the installation. Only end users can turn it on, with their JWT. Builders and servers can turn it off.
         *
         *     Callers: a builder whose role includes `manage:installations`; an API key with the scope `manage:installations` or `full`; an end user, with a token signed by your backend.
         */
        post: operations["setSupportAccess"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/integrations/{integrationId}/objects/{objectName}/config-content": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update the configuration of one object
         * @description Applies all changes in order, or none. The rest of the configuration is left untouched, including concurrent changes.
         *
         *     Callers: a builder whose role includes `manage:installations`; an API key with the scope `manage:installations` or `full`; an API key of scope `frontend`; an end user, with a token signed by your backend.
         */
        patch: operations["patchObjectConfigContent"];
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/integrations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List integrations
         * @description Callers: a builder whose role includes `read`; an API key with the scope `read` or `full`; an API key of scope `frontend`; an end user, with a token signed by your backend.
         */
        get: operations["listIntegrations"];
        put?: never;
        /**
         * Create an integration from its definition
         * @description Callers: a builder whose role includes `deploy`; an API key with the scope `deploy` or `full`.
         */
        post: operations["createIntegration"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/integrations/{integrationIdOrName}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an integration
         * @description Callers: a builder whose role includes `read`; an API key with the scope `read` or `full`; an API key of scope `frontend`; an end user, with a token signed by your backend.
         */
        get: operations["getIntegration"];
        put?: never;
        post?: never;
        /**
         * Delete an integration
         * @description Rejected while the integration is installed. With `force`, its installations are deleted: an `installation.deleted` event is sent for each, and the header `Platform-Uninstalled` contains their number.
         *
         *     Callers: a builder whose role includes `deploy`; an API key with the scope `deploy` or `full`.
         */
        delete: operations["deleteIntegration"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/integrations/{integrationId}/installations/{installationId}/objects/{objectName}:preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview a change of platform.yaml on a live record
         * @description Reads one record through the installation’s connection and returns it as currently received and as it would be received with this `platform.yaml`. Nothing is deployed, delivered or stored. The audit log records who read the record and whose it was.
         *
         *     Callers: a builder whose role includes `read:records`; an API key with the scope `read:records` or `full`.
         */
        post: operations["previewMapping"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/integrations/{integrationId}/revisions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the revisions of an integration
         * @description Callers: a builder whose role includes `read`; an API key with the scope `read` or `full`.
         */
        get: operations["listRevisions"];
        put?: never;
        /**
         * Deploy one integration of platform.yaml
         * @description Returns the latest revision: a new one if the integration changed, otherwise the existing one. Other integrations in the file are left unchanged.
         *
         *     Callers: a builder whose role includes `deploy`; an API key with the scope `deploy` or `full`.
         */
        post: operations["createRevision"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/integrations/{integrationId}/revisions/{revisionId}:compare": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Compare two revisions
         * @description Callers: a builder whose role includes `read`; an API key with the scope `read` or `full`.
         */
        get: operations["compareRevisions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/integrations/{integrationId}/revisions/{revisionId}:hydrate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a revision with metadata from a connection
         * @description Callers: a builder whose role includes `read`; an API key with the scope `read` or `full`; an API key of scope `frontend`; an end user, with a token signed by your backend.
         */
        get: operations["getHydratedRevision"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/integrations/{integrationId}/revisions/{revisionId}:rollback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Roll back to an earlier revision
         * @description Deploys the content of the earlier revision as a new one.
         *
         *     Callers: a builder whose role includes `deploy`; an API key with the scope `deploy` or `full`.
         */
        post: operations["rollBackRevision"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/integrations:batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Deploy platform.yaml
         * @description Creates new integrations, and adds an immutable revision to each changed one. Integrations that are not in the file are left unchanged. `validateOnly` changes nothing and returns a preview.
         *
         *     Callers: a builder whose role includes `deploy`; an API key with the scope `deploy` or `full`.
         */
        put: operations["batchUpsertIntegrations"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/invites:accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Accept invites
         * @description The address must be the caller’s own verified email address.
         *
         *     Callers: a builder.
         */
        post: operations["acceptInvite"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orgs/{orgId}/invites": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List invites
         * @description Callers: a builder whose role includes `org:read`.
         */
        get: operations["listOrgInvites"];
        put?: never;
        /**
         * Create an invite
         * @description Callers: a builder whose role includes `org:owner`.
         */
        post: operations["createOrgInvite"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orgs/{orgId}/invites/{inviteId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an invite
         * @description Callers: a builder whose role includes `org:read`.
         */
        get: operations["getOrgInvite"];
        put?: never;
        post?: never;
        /**
         * Revoke an invite
         * @description Callers: a builder whose role includes `org:owner`.
         */
        delete: operations["deleteOrgInvite"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/jwt-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List JWT keys
         * @description Callers: a builder whose role includes `manage:jwt-keys`; an API key with the scope `manage:jwt-keys` or `full`.
         */
        get: operations["listJWTKeys"];
        put?: never;
        /**
         * Register a JWT key
         * @description Accepts a public key in PEM or JWK format. Returns the `kid` to sign tokens with. A limited API key also needs the capabilities of end users, and no limits of networks or time.
         *
         *     Callers: a builder whose role includes `manage:jwt-keys`; an API key with the scope `manage:jwt-keys` or `full`.
         */
        post: operations["createJWTKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/jwt-keys/{keyId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a JWT key
         * @description Callers: a builder whose role includes `manage:jwt-keys`; an API key with the scope `manage:jwt-keys` or `full`.
         */
        get: operations["getJWTKey"];
        put?: never;
        post?: never;
        /**
         * Delete a JWT key
         * @description Rejected while the key is active and its tokens were used in the last seven days. Deactivate the key first, which is reversible, or set `force`.
         *
         *     Callers: a builder whose role includes `manage:jwt-keys`; an API key with the scope `manage:jwt-keys` or `full`.
         */
        delete: operations["deleteJWTKey"];
        options?: never;
        head?: never;
        /**
         * Update a JWT key
         * @description Callers: a builder whose role includes `manage:jwt-keys`; an API key with the scope `manage:jwt-keys` or `full`.
         */
        patch: operations["updateJWTKey"];
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/destinations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List destinations
         * @description Callers: a builder whose role includes `observe`; an API key with the scope `observe` or `full`.
         */
        get: operations["listDestinations"];
        put?: never;
        /**
         * Create a destination
         * @description Callers: a builder whose role includes `manage:notifications`; an API key with the scope `manage:notifications` or `full`.
         */
        post: operations["createDestination"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/destinations/{destination}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a destination
         * @description Accepts an ID or a name. `includeSecrets` returns the signing key. `rotate` generates a new one first; messages carry both signatures for 24 hours. Both require the capability `read:secrets`, and `rotate` also `manage:notifications`.
         *
         *     Callers: a builder whose role includes `observe`; an API key with the scope `observe` or `full`.
         */
        get: operations["getDestination"];
        put?: never;
        post?: never;
        /**
         * Delete a destination and its routes
         * @description Rejected while installations read into the destination, a deployed integration refers to it, or deliveries are pending, unless `force` is set. With `force`, reads into the destination are paused (`read.schedule.paused`) until a destination of that name exists again; subscribed changes are stored meanwhile. The headers `Platform-Paused-Installations` and `Platform-Canceled-Deliveries` contain the counts.
         *
         *     Callers: a builder whose role includes `manage:notifications`; an API key with the scope `manage:notifications` or `full`.
         */
        delete: operations["deleteDestination"];
        options?: never;
        head?: never;
        /**
         * Update, disable or enable a destination
         * @description `disabled: false` enables a disabled destination. Paused deliveries are sent first, oldest first. A destination that is in use is renamed only with `force`, because integrations refer to it by name.
         *
         *     Callers: a builder whose role includes `manage:notifications`; an API key with the scope `manage:notifications` or `full`.
         */
        patch: operations["updateDestination"];
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/notification-event-topic-routes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the routes from event types to topics
         * @description Callers: a builder whose role includes `observe`; an API key with the scope `observe` or `full`.
         */
        get: operations["listEventTopicRoutes"];
        put?: never;
        /**
         * Route an event type to a topic
         * @description Callers: a builder whose role includes `manage:notifications`; an API key with the scope `manage:notifications` or `full`.
         */
        post: operations["createEventTopicRoute"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/notification-event-topic-routes/{routeId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a route from an event type to a topic
         * @description Callers: a builder whose role includes `observe`; an API key with the scope `observe` or `full`.
         */
        get: operations["getEventTopicRoute"];
        put?: never;
        post?: never;
        /**
         * Delete a route from an event type to a topic
         * @description Callers: a builder whose role includes `manage:notifications`; an API key with the scope `manage:notifications` or `full`.
         */
        delete: operations["deleteEventTopicRoute"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/topic-destination-routes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the routes from topics to destinations
         * @description Callers: a builder whose role includes `observe`; an API key with the scope `observe` or `full`.
         */
        get: operations["listTopicDestinationRoutes"];
        put?: never;
        /**
         * Route a topic to a destination
         * @description Callers: a builder whose role includes `manage:notifications`; an API key with the scope `manage:notifications` or `full`.
         */
        post: operations["createTopicDestinationRoute"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/topic-destination-routes/{routeId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a route from a topic to a destination
         * @description Callers: a builder whose role includes `observe`; an API key with the scope `observe` or `full`.
         */
        get: operations["getTopicDestinationRoute"];
        put?: never;
        post?: never;
        /**
         * Delete a route from a topic to a destination
         * @description Callers: a builder whose role includes `manage:notifications`; an API key with the scope `manage:notifications` or `full`.
         */
        delete: operations["deleteTopicDestinationRoute"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/topics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List topics
         * @description Callers: a builder whose role includes `observe`; an API key with the scope `observe` or `full`.
         */
        get: operations["listTopics"];
        put?: never;
        /**
         * Create a topic
         * @description Callers: a builder whose role includes `manage:notifications`; an API key with the scope `manage:notifications` or `full`.
         */
        post: operations["createTopic"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/topics/{topicId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a topic
         * @description Callers: a builder whose role includes `observe`; an API key with the scope `observe` or `full`.
         */
        get: operations["getTopic"];
        put?: never;
        post?: never;
        /**
         * Delete a topic and its routes
         * @description Deliveries that were already routed through the topic are still made: the header `Platform-Canceled-Deliveries` is always 0.
         *
         *     Callers: a builder whose role includes `manage:notifications`; an API key with the scope `manage:notifications` or `full`.
         */
        delete: operations["deleteTopic"];
        options?: never;
        head?: never;
        /**
         * Rename a topic
         * @description Callers: a builder whose role includes `manage:notifications`; an API key with the scope `manage:notifications` or `full`.
         */
        patch: operations["updateTopic"];
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/integrations/{integrationId}/installations/{installationId}/custom-fields": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List custom fields of an installation
         * @description Callers: a builder whose role includes `read`; an API key with the scope `read` or `full`.
         */
        get: operations["listCustomFields"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/integrations/{integrationId}/object-metadata": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Create or update custom fields for an installation
         * @description Updates existing fields to match their definitions and deletes nothing. The call can be repeated safely. While it runs, the installation’s operations show its progress.
         *
         *     Callers: a builder whose role includes `manage:installations`; an API key with the scope `manage:installations` or `full`.
         */
        put: operations["upsertMetadataForInstallation"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/integrations/{integrationId}/objects/{objectName}/metadata": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the metadata of an object for an installation
         * @description Callers: a builder whose role includes `read`; an API key with the scope `read` or `full`; an API key of scope `frontend`; an end user, with a token signed by your backend.
         */
        get: operations["getObjectMetadataForInstallation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/integrations/{integrationId}/objects/{objectName}/sample": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get sample records of an object
         * @description Reads up to three records with the given fields through the group’s connection, to show the person who maps fields what they contain. Nothing is stored. The audit log records which builder or key made the request, and for which group and object. Not available to keys of scope `frontend`, because they are public.
         *
         *     Callers: a builder whose role includes `read:records`; an API key with the scope `read:records` or `full`; an end user, with a token signed by your backend.
         */
        get: operations["sampleRecords"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/providers/{provider}/object-metadata": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Create or update custom fields for a connection
         * @description Creates or updates custom fields before an integration is installed.
         *
         *     Callers: a builder whose role includes `manage:connections`; an API key with the scope `manage:connections` or `full`.
         */
        put: operations["upsertMetadataForConnection"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/providers/{provider}/objects/{objectName}/metadata": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the metadata of an object for a connection
         * @description Callers: a builder whose role includes `read`; an API key with the scope `read` or `full`; an API key of scope `frontend`; an end user, with a token signed by your backend.
         */
        get: operations["getObjectMetadataForConnection"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/integrations/{integrationId}/installations/{installationId}/activity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get daily record counts
         * @description Covers the last seven days in UTC. Records count toward the day on which their read started.
         *
         *     Callers: a builder whose role includes `read`; an API key with the scope `read` or `full`; an API key of scope `frontend`; an end user, with a token signed by your backend.
         */
        get: operations["getInstallationActivity"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/integrations/{integrationId}/installations/{installationId}/objects/{objectName}/backfill-progress": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the progress of a backfill
         * @description Callers: a builder whose role includes `read`; an API key with the scope `read` or `full`; an API key of scope `frontend`; an end user, with a token signed by your backend.
         */
        get: operations["getBackfillProgress"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/integrations/{integrationId}/installations/{installationId}/operations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List operations of an installation
         * @description Callers: a builder whose role includes `observe`; an API key with the scope `observe` or `full`.
         */
        get: operations["listOperations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/logs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the logs of all operations
         * @description Callers: a builder whose role includes `observe`; an API key with the scope `observe` or `full`.
         */
        get: operations["listLogs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/operations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List operations of a project
         * @description Callers: a builder whose role includes `observe`; an API key with the scope `observe` or `full`.
         */
        get: operations["listOperationsForProject"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/operations/{operationId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an operation
         * @description Callers: a builder whose role includes `observe`; an API key with the scope `observe` or `full`.
         */
        get: operations["getOperation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/operations/{operationId}/logs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the logs of an operation
         * @description Callers: a builder whose role includes `observe`; an API key with the scope `observe` or `full`.
         */
        get: operations["listOperationLogs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/operations/{operationId}:cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a read
         * @description Only reads can be canceled, because a write cannot be undone at the provider. A running read stops at its next page. After a canceled backfill, scheduled reads continue with the changes since its start.
         *
         *     Callers: a builder whose role includes `manage:installations`; an API key with the scope `manage:installations` or `full`.
         */
        post: operations["cancelOperation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/my-info": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the caller
         * @description Callers: a builder.
         */
        get: operations["getMyInfo"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orgs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create an organization
         * @description Makes the caller its owner. The caller must have verified their email address.
         *
         *     Callers: a builder.
         */
        post: operations["createOrg"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orgs/{orgId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an organization
         * @description Callers: a builder whose role includes `org:read`.
         */
        get: operations["getOrg"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update an organization
         * @description Callers: a builder whose role includes `org:owner`.
         */
        patch: operations["updateOrg"];
        trace?: never;
    };
    "/v1/orgs/{orgId}/audit-log": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List audit log entries
         * @description Newest first. Includes changes by API operations, end users who connected a provider (`connectProvider`), and members who signed in (`signIn`), failed to sign in (`signInFailed`) or changed their sign-in methods.
         *
         *     Callers: a builder whose role includes `org:owner`.
         */
        get: operations["listAuditLog"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orgs/{orgId}/builders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the builders of an organization
         * @description Callers: a builder whose role includes `org:read`.
         */
        get: operations["listOrgBuilders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orgs/{orgId}/memberships": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add a builder to an organization
         * @description Owners can add any builder. Others can only add themselves, if the organization has claimed the domain of their verified email address.
         *
         *     Callers: a builder.
         */
        post: operations["addUserToOrg"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orgs/{orgId}/memberships/{builderId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a membership
         * @description Callers: a builder whose role includes `org:read`.
         */
        get: operations["getMembership"];
        put?: never;
        post?: never;
        /**
         * Remove a member
         * @description Owners can remove any member, and every member can leave. The last owner cannot be removed.
         *
         *     Callers: a builder whose role includes `org:read`.
         */
        delete: operations["removeMembership"];
        options?: never;
        head?: never;
        /**
         * Change the role of a member
         * @description The last owner cannot be changed to another role.
         *
         *     Callers: a builder whose role includes `org:owner`.
         */
        patch: operations["updateMembership"];
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/consumers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List consumers
         * @description Callers: a builder whose role includes `read`; an API key with the scope `read` or `full`.
         */
        get: operations["listConsumers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/consumers/{consumerRef}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Erase a consumer
         * @description Deletes the connections, the installations that read through them and the events about them, including their files left for download, and returns the counts. No event is sent, because it would store the references again. The audit log entries of changes are kept. Stored replies to an `Idempotency-Key` expire within 24 hours.
         *
         *     Callers: a builder whose role includes `erase`; an API key with the scope `erase` or `full`.
         */
        delete: operations["eraseConsumer"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/groups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List groups
         * @description Callers: a builder whose role includes `read`; an API key with the scope `read` or `full`.
         */
        get: operations["listGroups"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/groups/{groupRef}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Erase a group
         * @description Deletes the connections, the installations that read through them and the events about them, including their files left for download, and returns the counts. No event is sent, because it would store the references again. The audit log entries of changes are kept. Stored replies to an `Idempotency-Key` expire within 24 hours.
         *
         *     Callers: a builder whose role includes `erase`; an API key with the scope `erase` or `full`.
         */
        delete: operations["eraseGroup"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List projects
         * @description Returns all projects of a builder’s organizations, or the project of an API key.
         *
         *     Callers: a builder whose role includes `read`; an API key with the scope `read` or `full`.
         */
        get: operations["listProjects"];
        put?: never;
        /**
         * Create a project
         * @description Callers: a builder.
         */
        post: operations["createProject"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a project
         * @description Callers: a builder whose role includes `read`; an API key with the scope `read` or `full`; an API key of scope `frontend`; an end user, with a token signed by your backend.
         */
        get: operations["getProject"];
        put?: never;
        post?: never;
        /**
         * Delete a project and everything in it
         * @description Rejected while the project has installations, unless `force` is set.
         *
         *     Callers: a builder whose role includes `org:owner`.
         */
        delete: operations["deleteProject"];
        options?: never;
        head?: never;
        /**
         * Update a project
         * @description URLs that contain the project’s ID keep working when the name changes.
         *
         *     Callers: a builder whose role includes `manage:project`; an API key with the scope `manage:project` or `full`.
         */
        patch: operations["updateProject"];
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/branding": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the look of the hosted page
         * @description Callers: a builder whose role includes `read`; an API key with the scope `read` or `full`.
         */
        get: operations["getBranding"];
        /**
         * Set the look of the hosted page
         * @description Replaces all values; those that are absent return to their defaults.
         *
         *     Callers: a builder whose role includes `manage:project`; an API key with the scope `manage:project` or `full`.
         */
        put: operations["updateBranding"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/find": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search by ID or name
         * @description Returns the resource whose ID occurs in the text, which may be quoted, surrounded by other words or in upper case. For IDs of nested resources, returns the parent: the integration of a revision, the installation of a configuration, the operation of a log entry, the topic of a route. Also returns connections of the end user with this reference, and the first groups, destinations and integrations whose name contains the text, ignoring case. Groups are also matched by reference; an exact match is listed first.
         *
         *     Callers: a builder whose role includes `read`; an API key with the scope `read` or `full`.
         */
        get: operations["find"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/group-summaries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List groups with their state
         * @description Lists groups by reference, with health, connected providers, last read and records delivered this month.
         *
         *     Callers: a builder whose role includes `read`; an API key with the scope `read` or `full`.
         */
        get: operations["listGroupSummaries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/provider-apps": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List provider apps
         * @description Callers: a builder whose role includes `read`; an API key with the scope `read` or `full`.
         */
        get: operations["listProviderApps"];
        put?: never;
        /**
         * Create a provider app
         * @description First register an OAuth client with the provider, with `<address of this server>/callbacks/v1/oauth` as redirect URI. The dashboard shows the URI to copy.
         *
         *     Callers: a builder whose role includes `manage:project`; an API key with the scope `manage:project` or `full`.
         */
        post: operations["createProviderApp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/provider-apps/{providerAppId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a provider app
         * @description Callers: a builder whose role includes `read`; an API key with the scope `read` or `full`.
         */
        get: operations["getProviderApp"];
        put?: never;
        post?: never;
        /**
         * Delete a provider app
         * @description Rejected while connections use the app, unless `force` is set, because their tokens can only be refreshed with this OAuth client. With `force`, a `connection.error` event is sent for each connection, their reads are paused, and the header `Platform-Stopped-Connections` contains the count. The connections resume when the app is created again or the customer reconnects.
         *
         *     Callers: a builder whose role includes `manage:project`; an API key with the scope `manage:project` or `full`.
         */
        delete: operations["deleteProviderApp"];
        options?: never;
        head?: never;
        /**
         * Update a provider app
         * @description Callers: a builder whose role includes `manage:project`; an API key with the scope `manage:project` or `full`.
         */
        patch: operations["updateProviderApp"];
        trace?: never;
    };
    "/v1/providers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List providers
         * @description Entries that the operator added or changed are returned in full to builders and full-scope keys. Frontend keys and end users receive the fields required by the forms of the embedded UI. Anonymous callers receive name, logo and modules; addresses and templates are empty strings. The list omits `app`, `scopes` and `signInErrors`, which are returned for a single provider.
         *
         *     No credential required. If one is sent, it must be valid.
         */
        get: operations["listProviders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/providers/{provider}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a provider
         * @description Entries that the operator added or changed are returned in full to builders and full-scope keys. Frontend keys and end users receive the fields required by the forms of the embedded UI. Anonymous callers receive name, logo and modules; addresses and templates are empty strings.
         *
         *     No credential required. If one is sent, it must be valid.
         */
        get: operations["getProvider"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/providers/{provider}/objects": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the objects of a provider
         * @description Returns objects known without a connection. Empty for Salesforce and HubSpot, whose objects depend on the account. Objects of entries that the operator added or changed are returned only to builders and full-scope keys.
         *
         *     No credential required. If one is sent, it must be valid.
         */
        get: operations["getProviderObjects"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/read/v1/projects/{projectIdOrName}/integrations/{integrationId}/installations/{installationId}:pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pause the reads of an installation
         * @description Pauses all objects or the listed ones. A running read stops at its next page. A backfill keeps its position and continues from there when resumed.
         *
         *     Callers: a builder whose role includes `manage:installations`; an API key with the scope `manage:installations` or `full`; an API key of scope `frontend`; an end user, with a token signed by your backend.
         */
        post: operations["pauseInstallation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/read/v1/projects/{projectIdOrName}/integrations/{integrationId}/installations/{installationId}:unpause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resume the reads of an installation
         * @description Resumes all objects or the listed ones, and immediately reads the changes they missed. Objects that the integration no longer declares remain paused until they are declared again.
         *
         *     Callers: a builder whose role includes `manage:installations`; an API key with the scope `manage:installations` or `full`; an API key of scope `frontend`; an end user, with a token signed by your backend.
         */
        post: operations["unpauseInstallation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/read/v1/projects/{projectIdOrName}/integrations/{integrationId}/objects/{objectName}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start a read of an object
         * @description Callers: a builder whose role includes `trigger`; an API key with the scope `trigger` or `full`.
         */
        post: operations["triggerRead"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/read/v1/projects/{projectIdOrName}/integrations/{integrationId}/objects/{objectName}:deliverResults": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Deliver pending results
         * @description Sends the oldest pending pages to the object’s destination. Applies to objects whose `delivery.mode` is `onRequest`.
         *
         *     Callers: a builder whose role includes `trigger`; an API key with the scope `trigger` or `full`.
         */
        post: operations["deliverResults"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/search/v1/projects/{projectIdOrName}/integrations/{integrationId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Search records at a provider
         * @description Returns one page of an object’s records, with the fields and associations that the installation’s configuration reads. Not available to the role `member`. The audit log records who searched and which group’s object.
         *
         *     Callers: a builder whose role includes `read:records`; an API key with the scope `read:records` or `full`.
         */
        post: operations["searchRecords"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/write/v1/projects/{projectIdOrName}/integrations/{integrationId}/objects/{objectName}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Write records to a provider
         * @description With an `Idempotency-Key`, a repeated request writes nothing and returns the first reply. The reply to an asynchronous write contains only the operation’s ID; the outcome is sent as `write.async.done`.
         *
         *     Callers: a builder whose role includes `write:records`; an API key with the scope `write:records` or `full`.
         */
        post: operations["writeRecords"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "connection.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A customer connected an account.
         * @description Sent as a [signed webhook](https://www.standardwebhooks.com), or as an entry of a stream or an object in a bucket. Repeated until the destination accepts it.
         */
        post: operations["onConnectionCreatedMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "connection.error": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The credentials of a connection no longer work.
         * @description Sent as a [signed webhook](https://www.standardwebhooks.com), or as an entry of a stream or an object in a bucket. Repeated until the destination accepts it.
         */
        post: operations["onConnectionErrorMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "connection.refreshed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The access token of a connection was refreshed.
         * @description Sent as a [signed webhook](https://www.standardwebhooks.com), or as an entry of a stream or an object in a bucket. Repeated until the destination accepts it.
         */
        post: operations["onConnectionRefreshedMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "connection.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Credentials or metadata of a connection were replaced.
         * @description Sent as a [signed webhook](https://www.standardwebhooks.com), or as an entry of a stream or an object in a bucket. Repeated until the destination accepts it.
         */
        post: operations["onConnectionUpdatedMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "connection.deleted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A connection and its credentials were deleted.
         * @description Sent as a [signed webhook](https://www.standardwebhooks.com), or as an entry of a stream or an object in a bucket. Repeated until the destination accepts it.
         */
        post: operations["onConnectionDeletedMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "installation.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A customer installed an integration.
         * @description Sent as a [signed webhook](https://www.standardwebhooks.com), or as an entry of a stream or an object in a bucket. Repeated until the destination accepts it.
         */
        post: operations["onInstallationCreatedMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "installation.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The configuration of an installation changed.
         * @description Sent as a [signed webhook](https://www.standardwebhooks.com), or as an entry of a stream or an object in a bucket. Repeated until the destination accepts it.
         */
        post: operations["onInstallationUpdatedMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "installation.deleted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An integration was uninstalled.
         * @description Sent as a [signed webhook](https://www.standardwebhooks.com), or as an entry of a stream or an object in a bucket. Repeated until the destination accepts it.
         */
        post: operations["onInstallationDeletedMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "read.schedule.paused": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reads of an object are paused until they are resumed.
         * @description Sent as a [signed webhook](https://www.standardwebhooks.com), or as an entry of a stream or an object in a bucket. Repeated until the destination accepts it.
         */
        post: operations["onReadSchedulePausedMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "read.backfill.done": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The backfill of an object is complete.
         * @description Sent as a [signed webhook](https://www.standardwebhooks.com), or as an entry of a stream or an object in a bucket. Repeated until the destination accepts it.
         */
        post: operations["onReadBackfillDoneMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "read.triggered.done": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A triggered read completed.
         * @description Sent as a [signed webhook](https://www.standardwebhooks.com), or as an entry of a stream or an object in a bucket. Repeated until the destination accepts it.
         */
        post: operations["onReadTriggeredDoneMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "read.triggered.error": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A triggered read failed.
         * @description Sent as a [signed webhook](https://www.standardwebhooks.com), or as an entry of a stream or an object in a bucket. Repeated until the destination accepts it.
         */
        post: operations["onReadTriggeredErrorMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "write.async.done": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An asynchronous write ended.
         * @description Sent as a [signed webhook](https://www.standardwebhooks.com), or as an entry of a stream or an object in a bucket. Repeated until the destination accepts it.
         */
        post: operations["onWriteAsyncDoneMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "subscribe.create.error": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The provider rejected the subscription to an object.
         * @description Sent as a [signed webhook](https://www.standardwebhooks.com), or as an entry of a stream or an object in a bucket. Repeated until the destination accepts it.
         */
        post: operations["onSubscribeCreateErrorMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "destination.webhook.disabled": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A webhook destination was disabled.
         * @description Sent as a [signed webhook](https://www.standardwebhooks.com), or as an entry of a stream or an object in a bucket. Repeated until the destination accepts it.
         */
        post: operations["onDestinationWebhookDisabledMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    read: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Records of a read.
         * @description Sent as a [signed webhook](https://www.standardwebhooks.com), or as an entry of a stream or an object in a bucket. Repeated until the destination accepts it.
         */
        post: operations["onReadMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    subscribe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Records that changed at the provider.
         * @description Sent as a [signed webhook](https://www.standardwebhooks.com), or as an entry of a stream or an object in a bucket. Repeated until the destination accepts it.
         */
        post: operations["onSubscribeMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "schema.watch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Fields of an object that changed at the provider.
         * @description Sent as a [signed webhook](https://www.standardwebhooks.com), or as an entry of a stream or an object in a bucket. Repeated until the destination accepts it.
         */
        post: operations["onSchemaWatchMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /** @description AI agent that a builder has connected to a project. */
        Agent: {
            /**
             * @description Opaque ID of the resource. IDs of one resource type sort by creation time.
             * @example agt_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            id: string;
            /**
             * @description ID of the project that owns the resource.
             * @example proj_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            projectId: string;
            /** @description Name that the client gave itself, such as `Claude`. It is not verified. */
            name: string;
            /** @description Host to which the browser returned after the sign-in, such as `claude.ai`. `localhost` for a program on the builder’s machine. */
            host: string;
            /** @description What the agent may do. The role of the builder who connected it limits it further. */
            capabilities: string[];
            /**
             * @description ID of the builder who connected the agent.
             * @example bld_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            builderId: string;
            /** @description Email address of the builder at the time of connecting. */
            email: string;
            /**
             * Format: date-time
             * @description Time of the last use, updated about once a minute.
             */
            lastUseTime?: string;
            /**
             * Format: date-time
             * @description Time at which the agent is disconnected. Extended whenever the agent renews its token.
             */
            expireTime: string;
            /**
             * Format: date-time
             * @description Time of creation.
             */
            createTime: string;
        };
        /**
         * @description What an agent may do in a project.
         * @enum {string}
         */
        AgentCapability: "read" | "observe" | "deploy" | "trigger" | "manage:installations" | "manage:notifications" | "read:records";
        /** @description Request of a client to be connected to a project. */
        AgentRequest: {
            /** @description Name that the client gives itself. It is not verified. */
            name: string;
            /** @description Host to which the browser returns. */
            host: string;
            /** @description Whether the client is a program on the machine of the browser. */
            isLocal: boolean;
            /**
             * Format: uri
             * @description Address at which the client publishes its metadata, and whose host vouches for it. Absent for registered clients.
             */
            document?: string;
            /** @description What the client asks for. */
            capabilities: components["schemas"]["AgentCapability"][];
            /** @description Address to which the browser continues if the builder denies the request. */
            denialUrl: string;
        };
        /** @description API key for a server or the UI library. */
        ApiKey: {
            /**
             * @description Opaque ID of the resource. IDs of one resource type sort by creation time.
             * @example key_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            id: string;
            /**
             * @description Secret key. Returned only when the key is created.
             * @example plat_full_…
             */
            key?: string;
            /**
             * @description Type and last characters of the key, to identify it.
             * @example plat_full_…x7Qa
             */
            maskedKey: string;
            /**
             * @description Label of the key, such as where it is used.
             * @example Production
             */
            label: string;
            /** @description Scopes of the key. `full`: for servers, everything in the project. `frontend`: for the UI library, without access to secrets. Otherwise one or more capabilities: the key can do only what they allow. */
            scopes: string[];
            /** @description IDs of the integrations that the key is limited to. If unset, it is not limited. Operations on the project as a whole are rejected, and lists contain only what belongs to these integrations. */
            integrationIds?: string[];
            /** @description Networks from which the key is accepted. If empty, from anywhere. */
            allowedNetworks: string[];
            /** @description Whether the key is active and was not used in the last 90 days. */
            unused: boolean;
            /**
             * Format: date-time
             * @description Until this time, the secret key from before the rotation is accepted too.
             */
            formerKeyUntil?: string;
            /**
             * Format: date-time
             * @description Time of the last use of the secret key from before the rotation.
             */
            formerKeyLastUseTime?: string;
            /**
             * @description ID of the project that owns the resource.
             * @example proj_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            projectId: string;
            /** @description Origins whose pages can use the key. If empty, the project’s origins apply. */
            allowedOrigins: string[];
            /** @description Whether the key is accepted. Inactive keys can be reactivated. */
            active: boolean;
            /**
             * Format: date-time
             * @description Time at which the key expires. If unset, it does not expire.
             */
            expireTime?: string;
            /**
             * Format: date-time
             * @description Time of the last use, updated about once a minute.
             */
            lastUseTime?: string;
            /**
             * Format: date-time
             * @description Time of creation.
             */
            createTime: string;
            /**
             * Format: date-time
             * @description Time of the last change; absent if unchanged.
             */
            updateTime?: string;
        };
        /** @description API key settings of a provider. */
        ApiKeyOpts: {
            /**
             * @description Whether calls send the key as described in `header` or in `query`.
             * @enum {string}
             */
            attachmentType: "query" | "header";
            /** @description Query parameter that contains the key. */
            query?: {
                /** @description Name of the parameter, such as `api_key`. */
                name: string;
            };
            /** @description Header that contains the key. */
            header?: {
                /** @description Name of the header, such as `X-Api-Key`. */
                name: string;
                /** @description Text before the key, including the space, such as `Bearer `. */
                valuePrefix?: string;
            };
            /** @description URL of a provider page that explains where to find the key. */
            docsURL?: string;
        };
        /**
         * @description Scope of an API key. `full`: for servers, everything in the project. `frontend`: for the UI library, without access to secrets. Otherwise one or more capabilities: the key can do only what they allow.
         * @enum {string}
         */
        ApiKeyScope: "full" | "frontend" | "read" | "observe" | "read:records" | "read:messages" | "read:secrets" | "write:records" | "trigger" | "proxy" | "manage:installations" | "manage:connections" | "manage:notifications" | "deploy" | "manage:project" | "manage:keys" | "manage:jwt-keys" | "erase";
        /** @description A failed request, as `application/problem+json` (RFC 9457). */
        ApiProblem: {
            /**
             * Format: uri
             * @description URL of the problem type and its documentation. Compare its last segment.
             */
            type: string;
            /**
             * Format: uri
             * @description Link to the documentation; equal to `type`.
             */
            href?: string;
            /** @description Summary of the problem type; never varies. */
            title: string;
            /** @description HTTP status of the reply. */
            status: number;
            /** @description What happened in this occurrence, naming the value at fault. */
            detail: string;
            /** @description URI of this occurrence: the type with the request ID. */
            instance: string;
            /** @description Part of the API that failed, such as `connections`. */
            subsystem: string;
            /**
             * Format: date-time
             * @description Time of the failure, in UTC.
             */
            time: string;
            /**
             * @description ID of the request in the server’s log; equal to the `X-Request-Id` header.
             * @example req_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            requestId: string;
            /** @description Causes, such as the provider’s error messages, in no particular order. */
            causes?: string[];
            /** @description What the caller can do, if anything. */
            remedy?: string;
            /** @description Support email address of the operator, if configured. */
            supportEmail?: string;
            /** @description Support phone number of the operator, if configured. */
            supportPhone?: string;
            /** @description Support page of the operator, if configured. */
            supportUrl?: string;
            /** @description Whether repeating the same request can succeed. */
            retryable: boolean;
            /**
             * Format: date-time
             * @description Earliest time to retry, if known.
             */
            retryAfter?: string;
            /** @description Machine-readable values by name; they depend on the problem type. */
            context?: {
                [key: string]: unknown;
            };
        } & {
            [key: string]: unknown;
        };
        /** @description Requirement of a provider beyond registration. */
        AppRequirement: {
            /**
             * @description `package`: customers install a package. `review`: the provider reviews the app. `certification`: a security assessment. `partner`: a partnership. `listing`: a listing in the provider’s marketplace. `verification`: of the publisher. `paid-account`: a paid plan.
             * @enum {string}
             */
            kind: "package" | "review" | "certification" | "partner" | "listing" | "verification" | "paid-account";
            /** @description What is required, and when. */
            what: string;
            /** @description Document of the provider, or another public document, that states the fact. */
            source?: string;
        };
        /** @description Record at one end of an association. */
        AssociatedObject: {
            /**
             * @description Name of the object at the provider.
             * @example Contact
             */
            objectName?: string;
            /** @description ID of the record at the provider. */
            id: string;
            /** @description Values by the provider’s names. */
            fields?: {
                [key: string]: unknown;
            };
            /** @description Values by your names. */
            mappedFields?: {
                [key: string]: unknown;
            };
            /** @description Record as returned by the provider. */
            raw?: {
                [key: string]: unknown;
            };
        };
        /** @description Record that a record is associated with. */
        Association: {
            /** @description ID of the associated record at the provider. */
            objectId: string;
            /** @description Labels at HubSpot, relationship names such as `Account` or `Contacts` at Salesforce. Absent if there are none. */
            associationTypes?: string[];
            /** @description Association as returned by the provider, if it has details. */
            raw?: {
                [key: string]: unknown;
            };
        };
        /** @description Target of a reference field. */
        AssociationDefinition: {
            /** @description Type of the association, such as `lookup`. */
            associationType: string;
            /** @description Object that the field references. */
            targetObject: string;
            /** @description Field of the target object that is referenced. Defaults to `Id`. */
            targetField?: string;
            /** @description Cardinality of the association, such as `one-to-one`. */
            cardinality?: string;
            /** @description What happens when the target is deleted: `setNull`, `restrict` or `cascade`. */
            onDelete?: string;
            /** @description Whether every record must have a target. */
            required?: boolean;
            /** @description Name of the association from the target’s side. */
            reverseLookupFieldName?: string;
            /** @description Labels of the association. */
            labels?: components["schemas"]["AssociationLabels"];
        };
        /** @description Labels of an association. */
        AssociationLabels: {
            /** @description Singular form, such as `Owner`. */
            singular?: string;
            /** @description Plural form, such as `Owners`. */
            plural?: string;
        };
        /** @description Associated objects that reads can deliver. Without any member, they depend on the account. */
        AssociationSupport: {
            /** @description Associated objects by object, if the list is complete. */
            byObject?: {
                [key: string]: string[];
            };
            /** @description Objects of every account that records can be associated with. */
            objectNames?: string[];
            /** @description Regular expressions for names of objects that accounts define. */
            accountObjectNames?: string[];
        };
        /** @description One attempt to deliver a message. */
        Attempt: {
            /** @description Number of the attempt within its delivery, starting at 1. */
            number: number;
            /**
             * Format: date-time
             * @description Time at which the message was sent.
             */
            time: string;
            /** @description Duration in milliseconds. */
            durationMs: number;
            /** @description Whether the destination accepted the message. */
            succeeded: boolean;
            /** @description Error; absent if the attempt succeeded. */
            error?: {
                /** @description Cause of the failure. */
                class: components["schemas"]["AttemptFailure"];
                /** @description Description of the failure, as a sentence. */
                detail: string;
            };
            /** @description Request without the message itself; absent if nothing was sent. */
            request?: {
                /** @description Target of the request: a URL, stream or object. */
                url: string;
                /** @description Request headers. Values of your custom headers are masked. */
                headers: {
                    [key: string]: string;
                };
            };
            /** @description Response; absent if none was received. */
            response?: {
                /** @description HTTP status returned by the receiver. */
                status: number;
                /** @description Response headers, up to 2 KB. */
                headers: {
                    [key: string]: string;
                };
                /** @description First 1,024 bytes of the response body. */
                body: string;
            };
        };
        /**
         * @description Cause of a failed attempt: in transit (`timeout`, `connection`, `tls`), in the response (`redirect`, `status`, `refused`), or before sending (`addressRefused`, `misconfigured`, or `messageMissing` if the message log of the server lost the message).
         * @enum {string}
         */
        AttemptFailure: "timeout" | "connection" | "tls" | "addressRefused" | "redirect" | "status" | "refused" | "misconfigured" | "messageMissing";
        /** @description Entry of the audit log. */
        AuditRecord: {
            /**
             * @description Opaque ID of the resource. IDs of one resource type sort by creation time.
             * @example aud_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            id: string;
            /**
             * Format: date-time
             * @description Time of the change.
             */
            time: string;
            /** @description ID of the organization. Absent for changes to a person only. */
            orgId?: string;
            /** @description ID of the project. Absent for changes outside of projects. */
            projectId?: string;
            /** @description Who made the change. */
            actor: {
                /** @description Type of the actor: `builder`, `api-key`, `consumer` or `nobody`. */
                kind: string;
                /** @description ID of the actor: a builder, an API key, a consumer or an address. */
                id: string;
                /**
                 * @description Display name of the actor: an email address or the label of a key.
                 * @example Production
                 */
                label?: string;
            };
            /**
             * @description ID of the API operation, or the name of another action, such as `signIn`.
             * @example updateProject
             */
            action: string;
            /**
             * @description Path of the changed resource, without query parameters.
             * @example /v1/projects/acme-crm
             */
            target: string;
            /**
             * @description ID of the request in the server’s log; also returned in the `X-Request-Id` header.
             * @example req_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            requestId: string;
            /**
             * @description IP address of the request. Absent for changes made by the server.
             * @example 203.0.113.7
             */
            ip?: string;
            /**
             * @description User agent of the request; absent if not sent.
             * @example platform-client/1.0
             */
            userAgent?: string;
            /** @description Resource before the change, without secrets. Absent for created resources. */
            before?: unknown;
            /** @description Resource after the change, without secrets. Absent for deleted resources. */
            after?: unknown;
        };
        /** @description AWS credentials. Never returned. */
        AwsCredentials: {
            /** @description Access key ID. If unset, the server’s role is used, if permitted. */
            awsKeyId?: string;
            /** @description Secret access key for `awsKeyId`. */
            awsSecretKey?: string;
            /** @description Session token of temporary credentials. */
            awsSessionToken?: string;
        };
        /** @description Settings of the initial backfill. */
        BackfillConfig: {
            /** @description Period to backfill; overrides the manifest. */
            defaultPeriod: components["schemas"]["DefaultPeriod"];
            /** @description Conditions that records must all match; override the conditions of the object. */
            fieldFilters?: components["schemas"]["ReadFilter"][];
        };
        /** @description Progress of a backfill. */
        BackfillProgress: {
            /**
             * @description ID of the installation being backfilled.
             * @example inst_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            installationId: string;
            /**
             * @description Provider object name, such as `Contact`.
             * @example Contact
             */
            objectName: string;
            /**
             * @description ID of the backfill operation; see its log for details. Absent if no backfill has started, such as right after another account was connected.
             * @example op_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            operationId?: string;
            /** @description Number of records read so far. */
            recordsProcessed: number;
            /** @description Total number of records, if the provider reports it. */
            recordsEstimatedTotal?: number;
            /** @description Progress in percent. Absent if the total is unknown. */
            percent?: number;
            /**
             * Format: date-time
             * @description Time of creation.
             */
            createTime?: string;
            /**
             * Format: date-time
             * @description Time at which the last page was read; absent before the first.
             */
            updateTime?: string;
        };
        /** @description HTTP Basic authentication settings of a provider. */
        BasicAuthOpts: {
            /** @description Whether customers have an API key that is sent in place of user name and password. */
            apiKeyAsBasic?: boolean;
            /** @description How the key is converted to a user name and password. */
            apiKeyAsBasicOpts?: {
                /**
                 * @description Part that contains the key; the other part is empty. Defaults to the user name.
                 * @enum {string}
                 */
                fieldUsed?: "username" | "password";
                /** @description Template for both parts before encoding, such as `{{key}}:X`. */
                keyFormat?: string;
            };
            /** @description URL of a provider page that explains where to find the credentials. */
            docsURL?: string;
        };
        /** @description Look of the hosted page: logo, colors, font and sizes. */
        Branding: {
            /**
             * @description Your logo as a data URL, at most 100,000 characters. Shown instead of the app name.
             * @example data:image/svg+xml;base64,PHN2Zy8+
             */
            logo?: string;
            /**
             * @description Logo for dark pages. Defaults to `logo`.
             * @example data:image/svg+xml;base64,PHN2Zy8+
             */
            darkLogo?: string;
            /**
             * @description Colors by variable, without `--plat-colors-`. Others keep their defaults.
             * @example {
             *       "primary": "#0a7d55"
             *     }
             */
            light?: {
                [key: string]: string;
            };
            /**
             * @description Colors for dark pages. Default to those of the dark theme.
             * @example {
             *       "primary": "#0a7d55"
             *     }
             */
            dark?: {
                [key: string]: string;
            };
            /**
             * @description Font family. Defaults to `system`.
             * @enum {string}
             */
            font?: "system" | "serif" | "rounded" | "mono";
            /** @description Corner radius in pixels. */
            borderRadius?: number;
            /** @description Base font size in pixels. */
            fontSize?: number;
            /** @description Spacing in pixels. */
            spacing?: number;
        };
        /** @description Person who builds with the platform. */
        Builder: {
            /**
             * @description Opaque ID of the resource. IDs of one resource type sort by creation time.
             * @example bld_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            id: string;
            /**
             * @description Identity provider of the person: `platform`, or the issuer of a token.
             * @example platform
             */
            idpProvider: string;
            /** @description ID of the person at the identity provider. */
            idpRef: string;
            /**
             * Format: date-time
             * @description Time of creation.
             */
            createTime: string;
            /**
             * @description First name. Absent until provided by the person or the identity provider.
             * @example Ana
             */
            firstName?: string;
            /**
             * @description Last name. Absent until provided by the person or the identity provider.
             * @example Lind
             */
            lastName?: string;
            /**
             * @description Full name, for display. Absent until provided.
             * @example Ana Lind
             */
            fullName?: string;
            /**
             * @description Primary email address.
             * @example ana@acme.example
             */
            primaryEmail?: string;
            /**
             * @description Role in the organization. Only in lists of an organization’s builders.
             * @enum {string}
             */
            role?: "owner" | "admin" | "member" | "limited";
        };
        /** @description The caller and their roles. */
        BuilderInfo: {
            /** @description Builder making the request. */
            builder: components["schemas"]["Builder"];
            /** @description Roles of the caller, by project ID. */
            projectRoles: {
                [key: string]: {
                    /** @description `owner`, `admin`, `member` or `limited`; in a project, the role that applies there. */
                    role: string;
                    /**
                     * @description Whether the role is assigned to the builder or to one of their teams.
                     * @enum {string}
                     */
                    principalType: "team" | "builder";
                    /** @description ID of the builder or team that has the role. */
                    principalId: string;
                    /** @description What the role allows in the project. */
                    capabilities: string[];
                    /** @description Project that the role applies to. */
                    project: components["schemas"]["Project"];
                };
            };
            /** @description Role in the first organization the caller joined. Absent if there is none. */
            orgRole?: {
                /** @description `owner`, `admin`, `member` or `limited`; in a project, the role that applies there. */
                role: string;
                /**
                 * @description Whether the role is assigned to the builder or to one of their teams.
                 * @enum {string}
                 */
                principalType: "team" | "builder";
                /** @description ID of the builder or team that has the role. */
                principalId: string;
                /** @description Organization that the role applies to. */
                org: components["schemas"]["Org"];
            };
            /** @description Roles in all organizations of the caller. */
            orgRoles?: {
                /** @description `owner`, `admin`, `member` or `limited`; in a project, the role that applies there. */
                role: string;
                /**
                 * @description Whether the role is assigned to the builder or to one of their teams.
                 * @enum {string}
                 */
                principalType: "team" | "builder";
                /** @description ID of the builder or team that has the role. */
                principalId: string;
                /** @description Organization that the role applies to. */
                org: components["schemas"]["Org"];
            }[];
            /** @description Organizations with a pending invite for the caller’s verified email address. */
            invitedOrgs?: components["schemas"]["Org"][];
            /** @description Organizations that have claimed the domain of the caller’s verified email address. */
            joinableOrgs?: components["schemas"]["Org"][];
        };
        /**
         * @description What a credential may do in a project.
         * @enum {string}
         */
        Capability: "read" | "observe" | "read:records" | "read:messages" | "read:secrets" | "write:records" | "trigger" | "proxy" | "manage:installations" | "manage:connections" | "manage:notifications" | "deploy" | "manage:project" | "manage:keys" | "manage:jwt-keys" | "erase";
        /** @description All providers, by name. */
        CatalogType: {
            [key: string]: components["schemas"]["ProviderInfo"];
        };
        /** @description Domain claimed by an organization. */
        ClaimedDomainResponse: {
            /** @description Opaque ID of the claim. IDs sort by creation time. */
            id: string;
            /** @description Always `org`. */
            parentType: string;
            /** @description ID of the organization that claimed the domain. */
            parentId: string;
            /**
             * @description Domain of email addresses, in lower case.
             * @example acme.example
             */
            domain: string;
        };
        /** @description Configuration chosen by an end user, as of one point in time. */
        Config: {
            /**
             * @description Opaque ID of the resource. IDs of one resource type sort by creation time.
             * @example conf_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            id: string;
            /**
             * @description ID of the integration revision that the configuration is based on.
             * @example rev_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            revisionId: string;
            /**
             * Format: date-time
             * @description Time of creation.
             */
            createTime: string;
            /**
             * @description Author of the configuration: an ID, or the name given by the client.
             * @example api:create-installation
             */
            createdBy: string;
            /** @description Content of the configuration. */
            content: components["schemas"]["ConfigContent"];
        };
        /** @description Configuration chosen by an end user. Objects are keyed by their provider name. */
        ConfigContent: {
            /**
             * @description Provider name repeated, for clients that send it. Ignored: the integration determines the provider.
             * @example salesforce
             */
            provider?: string;
            /** @description Objects and fields to read. */
            read?: {
                /** @description Settings by object name. Objects that are not listed are not read. */
                objects: {
                    [key: string]: components["schemas"]["ReadConfigObject"];
                };
            };
            /** @description Objects that can be written, and their default values. */
            write?: {
                /** @description Settings by object name, where they differ from the defaults. */
                objects?: {
                    [key: string]: components["schemas"]["WriteConfigObject"];
                };
            };
            /** @description Changes to subscribe to. */
            subscribe?: {
                /** @description Settings by object name. */
                objects: {
                    [key: string]: components["schemas"]["SubscribeConfigObject"];
                };
            };
            /** @description Whether your server can call the provider’s API on behalf of the customer. */
            proxy?: {
                /** @description `false` rejects proxy calls even if the manifest allows them. */
                enabled?: boolean;
            };
        };
        /** @description Link to a hosted page on which a customer installs and manages an integration. */
        ConnectLink: {
            /**
             * @description Opaque ID of the resource. IDs of one resource type sort by creation time.
             * @example clnk_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            id: string;
            /**
             * @description ID of the project that owns the resource.
             * @example proj_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            projectId: string;
            /**
             * @description ID of the integration that the page opens.
             * @example int_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            integrationId: string;
            /** @description Customer of the link. */
            group: {
                /**
                 * @description Your reference for the customer.
                 * @example customer-7
                 */
                groupRef: string;
                /**
                 * @description Name of the customer, for display. Defaults to the reference.
                 * @example Globex
                 */
                groupName: string;
            };
            /** @description End user as whom the page acts. */
            consumer: {
                /**
                 * @description Your reference for the end user.
                 * @example user-42
                 */
                consumerRef: string;
                /**
                 * @description Name of the end user, for display. Defaults to the reference.
                 * @example Hank Scorpio
                 */
                consumerName: string;
            };
            /** @description Language of the page, such as `de`. Defaults to the language of the browser. */
            locale?: string;
            /** @description Page of your product that the hosted page links back to. */
            returnUrl?: string;
            /**
             * @description Builder or key that created the link.
             * @example api:create-installation
             */
            createdBy: string;
            /**
             * Format: date-time
             * @description Time of the last use, updated about once a minute.
             */
            lastUseTime?: string;
            /**
             * Format: date-time
             * @description Time at which the link expires.
             */
            expireTime: string;
            /**
             * Format: date-time
             * @description Time of creation.
             */
            createTime: string;
            /** @description Address to send to the customer. Returned only on creation. Whoever has it can act as an end user of the customer, for this integration. */
            link?: string;
        };
        /** @description What the hosted page of a link shows. */
        ConnectPage: {
            /**
             * @description ID of the project that owns the resource.
             * @example proj_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            projectId: string;
            /**
             * @description Name of your product.
             * @example Acme CRM
             */
            appName: string;
            /** @description Logo, colors, font and sizes set by the project. */
            branding: components["schemas"]["Branding"];
            /** @description What the page installs, as named in `platform.yaml`. */
            integrationName: string;
            /**
             * @description Your reference for the customer.
             * @example customer-7
             */
            groupRef: string;
            /**
             * @description Name of the customer.
             * @example Globex
             */
            groupName: string;
            /**
             * @description Your reference for the end user.
             * @example user-42
             */
            consumerRef: string;
            /**
             * @description Name of the end user.
             * @example Hank Scorpio
             */
            consumerName: string;
            /** @description Language of the page, such as `de`. Defaults to the language of the browser. */
            locale?: string;
            /** @description Page of your product to link back to. */
            returnUrl?: string;
            /**
             * Format: date-time
             * @description Time at which the link expires.
             */
            expireTime: string;
        };
        /** @description An end user’s attempt to connect a provider. */
        ConnectSession: {
            /**
             * @description Opaque ID of the resource. IDs of one resource type sort by creation time.
             * @example csn_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            id: string;
            /**
             * @description `pending` until the end user returns. `expired` if they do not return in time.
             * @enum {string}
             */
            status: "pending" | "succeeded" | "failed" | "expired";
            /**
             * @description Name of the provider in the catalogue, such as `salesforce`.
             * @example salesforce
             */
            provider: string;
            /**
             * @description ID of the connection; set once the status is `succeeded`.
             * @example conn_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            connectionId?: string;
            /** @description Why the session `failed`, as a message for the end user. */
            error?: string;
            /** @description Error code: `access_denied` if the end user declined, `other_account` if they signed in to another account than the connected one, or a code from the provider. */
            errorCode?: string;
            /** @description The two accounts, with the code `other_account`. To accept the other one, start again with `changeAccount`. */
            accounts?: {
                /** @description Account that is connected, as the provider names it. */
                connected: string;
                /** @description Account that the end user signed in to. */
                signedIn: string;
            };
            /**
             * Format: date-time
             * @description Time of creation.
             */
            createTime: string;
            /**
             * Format: date-time
             * @description Time at which the session expires.
             */
            expireTime: string;
        };
        /** @description Connected agent, and where its sign-in continues. */
        ConnectedAgent: {
            /** @description The connected agent. */
            agent: components["schemas"]["Agent"];
            /** @description Address to which the browser continues. It contains the code that the client exchanges for its tokens. */
            link: string;
        };
        /** @description Credentials of a customer at a provider. */
        Connection: {
            /**
             * @description Opaque ID of the resource. IDs of one resource type sort by creation time.
             * @example conn_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            id: string;
            /**
             * @description ID of the project that owns the resource.
             * @example proj_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            projectId: string;
            /**
             * @description Name of the provider in the catalogue, such as `salesforce`.
             * @example salesforce
             */
            provider: string;
            /** @description ID of the provider app whose OAuth client obtained the tokens. Absent if none is used or known. */
            providerApp?: components["schemas"]["ProviderApp"];
            /** @description Customer that owns the account. */
            group: components["schemas"]["Group"];
            /** @description End user who created the connection. */
            consumer: components["schemas"]["Consumer"];
            /**
             * @description The customer’s workspace at the provider, such as the subdomain in its URLs. Absent if the provider has no workspaces.
             * @example globex
             */
            providerWorkspaceRef?: string;
            /** @description The provider’s ID for the person who connected. Absent if not reported. */
            providerConsumerRef?: string;
            /**
             * Format: date-time
             * @description Time of creation.
             */
            createTime: string;
            /**
             * Format: date-time
             * @description Time of the last change; absent if unchanged.
             */
            updateTime?: string;
            /**
             * @description Authentication scheme of calls. For OAuth 2, `oauth2/…` includes the grant type.
             * @enum {string}
             */
            authScheme: "none" | "apiKey" | "basic" | "custom" | "oauth2/authorizationCode" | "oauth2/authorizationCodePKCE" | "oauth2/clientCredentials" | "oauth2/password";
            /**
             * @description `created` until the provider first accepts the credentials, then `working`. `bad_credentials` once the provider rejects them.
             * @enum {string}
             */
            status: "created" | "working" | "bad_credentials";
            /**
             * Format: date-time
             * @description Time at which the access token expires. It is refreshed earlier. Absent if unknown.
             */
            tokenExpireTime?: string;
            /** @description Health of the connection, derived from `status`, `refusal` and `refreshFailure`. */
            health: components["schemas"]["Health"];
            /** @description OAuth tokens. Returned only with `includeCreds`. */
            oauth2AuthorizationCode?: components["schemas"]["Oauth2AuthorizationCode"];
            /** @description API key at the provider. Returned only with `includeCreds`. */
            apiKey?: string;
            /** @description Additional values of the account, from the end user, the token reply or the provider. */
            providerMetadata?: components["schemas"]["ProviderMetadata"];
            /** @description Why the last token refresh failed; absent if it succeeded. */
            refreshFailure?: components["schemas"]["RefreshFailure"];
            /** @description Why the provider rejects the credentials; absent while it accepts them. */
            refusal?: components["schemas"]["Refusal"];
        };
        /** @description A customer connected an account. */
        ConnectionCreatedMessage: {
            /**
             * @description Type of the event.
             * @constant
             */
            notificationType: "connection.created";
            /** @description What happened. */
            data: {
                /** @description ID of the project that owns the destination. */
                projectId: string;
                /** @description ID of the connection concerned. */
                connectionId: string;
                /**
                 * @description Name of the provider in the catalogue, such as `salesforce`.
                 * @example salesforce
                 */
                provider: string;
                /**
                 * @description Your reference for the customer.
                 * @example customer-7
                 */
                groupRef: string;
                /**
                 * @description Your reference for the end user who connected.
                 * @example user-42
                 */
                consumerRef: string;
                /**
                 * @description Name of the end user who connected.
                 * @example Hank Scorpio
                 */
                consumerName: string;
            };
        };
        /** @description A connection and its credentials were deleted. */
        ConnectionDeletedMessage: {
            /**
             * @description Type of the event.
             * @constant
             */
            notificationType: "connection.deleted";
            /** @description What happened. */
            data: {
                /** @description ID of the project that owns the destination. */
                projectId: string;
                /** @description ID of the connection concerned. */
                connectionId: string;
                /**
                 * @description Name of the provider in the catalogue, such as `salesforce`.
                 * @example salesforce
                 */
                provider: string;
                /**
                 * @description Your reference for the customer.
                 * @example customer-7
                 */
                groupRef: string;
                /**
                 * @description Your reference for the end user who connected.
                 * @example user-42
                 */
                consumerRef: string;
                /**
                 * @description Name of the end user who connected.
                 * @example Hank Scorpio
                 */
                consumerName: string;
            };
        };
        /** @description The credentials of a connection no longer work. */
        ConnectionErrorMessage: {
            /**
             * @description Type of the event.
             * @constant
             */
            notificationType: "connection.error";
            /** @description What happened. */
            data: {
                /** @description ID of the project that owns the destination. */
                projectId: string;
                /** @description ID of the connection concerned. */
                connectionId: string;
                /**
                 * @description Name of the provider in the catalogue, such as `salesforce`.
                 * @example salesforce
                 */
                provider: string;
                /**
                 * @description Your reference for the customer.
                 * @example customer-7
                 */
                groupRef: string;
                /**
                 * @description Your reference for the end user who connected.
                 * @example user-42
                 */
                consumerRef: string;
                /**
                 * @description Name of the end user who connected.
                 * @example Hank Scorpio
                 */
                consumerName: string;
                /** @description Reasons, as sentences. */
                errors: string[];
            };
        };
        /** @description Attempt to refresh the tokens of a connection. */
        ConnectionRefresh: {
            /**
             * @description Opaque ID of the resource. IDs of one resource type sort by creation time.
             * @example ref_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            id: string;
            /**
             * Format: date-time
             * @description Time of the refresh.
             */
            time: string;
            /**
             * @description `renewed`: the provider issued new tokens. `failed`: it did not.
             * @enum {string}
             */
            outcome: "renewed" | "failed";
            /**
             * @description Kind of failure; absent on success.
             * @enum {string}
             */
            kind?: "outage" | "oauthClient" | "grant";
            /** @description The provider’s error; absent on success. */
            detail?: string;
        };
        /** @description The access token of a connection was refreshed. */
        ConnectionRefreshedMessage: {
            /**
             * @description Type of the event.
             * @constant
             */
            notificationType: "connection.refreshed";
            /** @description What happened. */
            data: {
                /** @description ID of the project that owns the destination. */
                projectId: string;
                /** @description ID of the connection concerned. */
                connectionId: string;
                /**
                 * @description Name of the provider in the catalogue, such as `salesforce`.
                 * @example salesforce
                 */
                provider: string;
                /**
                 * @description Your reference for the customer.
                 * @example customer-7
                 */
                groupRef: string;
                /**
                 * @description Your reference for the end user who connected.
                 * @example user-42
                 */
                consumerRef: string;
                /**
                 * @description Name of the end user who connected.
                 * @example Hank Scorpio
                 */
                consumerName: string;
            };
        };
        /** @description Credentials or metadata of a connection were replaced. */
        ConnectionUpdatedMessage: {
            /**
             * @description Type of the event.
             * @constant
             */
            notificationType: "connection.updated";
            /** @description What happened. */
            data: {
                /** @description ID of the project that owns the destination. */
                projectId: string;
                /** @description ID of the connection concerned. */
                connectionId: string;
                /**
                 * @description Name of the provider in the catalogue, such as `salesforce`.
                 * @example salesforce
                 */
                provider: string;
                /**
                 * @description Your reference for the customer.
                 * @example customer-7
                 */
                groupRef: string;
                /**
                 * @description Your reference for the end user who connected.
                 * @example user-42
                 */
                consumerRef: string;
                /**
                 * @description Name of the end user who connected.
                 * @example Hank Scorpio
                 */
                consumerName: string;
                /** @description Present if another account was connected. All data is then read again. */
                accountChange?: {
                    /** @description Account that was connected before. */
                    from: string;
                    /** @description Account that is connected now. */
                    to: string;
                };
            };
        };
        /** @description One of your end users, who connects providers for a group. */
        Consumer: {
            /**
             * @description Your reference for the end user.
             * @example user-42
             */
            consumerRef: string;
            /**
             * @description Name of the end user, for display. Defaults to the reference.
             * @example Hank Scorpio
             */
            consumerName: string;
            /** @description ID of the project that owns the consumer. */
            projectId: string;
            /**
             * Format: date-time
             * @description Time of creation.
             */
            createTime: string;
            /**
             * Format: date-time
             * @description Time of the last change; absent if unchanged.
             */
            updateTime?: string;
        };
        /** @description Provider, customer and credentials of a new connection, or the session to continue. */
        CustomAuthConnectRequest: {
            /**
             * @description ID or name of the project that owns the connection.
             * @example acme-crm
             */
            projectIdOrName: string;
            /**
             * @description Name of the provider in the catalogue. Cannot be combined with `sessionId`.
             * @example salesforce
             */
            provider?: string;
            /**
             * @description Your reference for a customer: a company, team or workspace.
             * @example customer-7
             */
            groupRef?: string;
            /**
             * @description Name of the customer, for display. If unset, the current name is kept.
             * @example Globex
             */
            groupName?: string;
            /**
             * @description Your reference for an end user.
             * @example user-42
             */
            consumerRef?: string;
            /**
             * @description Name of the end user, for display. If unset, the current name is kept.
             * @example Hank Scorpio
             */
            consumerName?: string;
            /** @description Values for the catalogue’s `metadata.input`, by name. */
            providerMetadata?: components["schemas"]["ProviderMetadata"];
            /**
             * @description ID of the provider app, if the catalogue has `providerInputs`. Defaults to the project’s default app for the provider.
             * @example papp_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            providerAppId?: string;
            /** @description Values for the catalogue’s `customOpts.inputs`, by name. */
            customAuth?: {
                [key: string]: unknown;
            };
            /**
             * @description ID of a connect session from an earlier reply. Returns the session’s outcome.
             * @example csn_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            sessionId?: string;
            /** @description With `sessionId`: query parameters of the provider’s redirect. The platform already received them from the browser, so only `state` is checked; it must match the session. Other UI libraries for this API get them from the callback page as the message `{source: "ampersand-custom-auth", params}`. */
            callbackParams?: {
                [key: string]: string;
            };
        };
        /** @description Either a redirect for the end user or the connection. */
        CustomAuthConnected: {
            /** @description Present if the end user must visit the provider. */
            redirect?: components["schemas"]["RedirectResponse"];
            /** @description Present once the connection exists. */
            connection?: components["schemas"]["Connection"];
        };
        /** @description Input of a provider-specific authentication scheme. */
        CustomAuthInput: {
            /** @description Variable that receives the value, for use in `valueTemplate`. */
            name: string;
            /** @description Label of the input. */
            displayName: string;
            /** @description Instruction shown with the input. */
            prompt?: string;
            /** @description URL of a provider page that explains where to find the value. */
            docsURL?: string;
            /**
             * @description Type of the input: plain text, hidden text, or a choice of `options`. Defaults to plain text.
             * @enum {string}
             */
            fieldType?: "fieldTypeText" | "fieldTypePassword" | "fieldTypeSelect";
            /** @description Options of a choice. */
            options?: {
                /** @description Value stored when the option is selected. */
                value: string;
                /**
                 * @description Label of the option.
                 * @example Production
                 */
                label: string;
            }[];
        };
        /** @description Provider-specific authentication scheme. */
        CustomAuthOpts: {
            /** @description Headers sent with every call. */
            headers?: {
                /** @description Name of the header or parameter. */
                name: string;
                /** @description Template of the value; `{{name}}` is replaced with the entered value. */
                valueTemplate: string;
            }[];
            /** @description Query parameters sent with every call. */
            queryParams?: {
                /** @description Name of the header or parameter. */
                name: string;
                /** @description Template of the value; `{{name}}` is replaced with the entered value. */
                valueTemplate: string;
            }[];
            /** @description Inputs requested from the end user. */
            inputs?: components["schemas"]["CustomAuthInput"][];
            /** @description Inputs requested once from the builder, with the provider app. */
            providerInputs?: components["schemas"]["CustomAuthInput"][];
            /** @description Whether connecting requires several consecutive requests to the provider. */
            multiStep?: boolean;
        };
        /** @description Custom field with the result of its last application. */
        CustomField: {
            /**
             * @description Provider object name, such as `Contact`.
             * @example Contact
             */
            objectName: string;
            /**
             * @description Provider field name.
             * @example LastName
             */
            fieldName: string;
            /**
             * @description Action taken, or the action that would be taken in a dry run.
             * @enum {string}
             */
            action: "create" | "update" | "none";
            /** @description Metadata from the provider. `providerFieldName` is the name at the provider. */
            metadata?: {
                [key: string]: unknown;
            };
            /** @description Limitations and errors reported by the provider. */
            warnings?: string[];
            /** @description Why the provider refused the field. Absent if the field was applied. */
            error?: string;
            /** @description Label of the field. */
            displayName: string;
            /** @description Requested type, such as `singleSelect`. */
            valueType: string;
            /**
             * Format: date-time
             * @description Time at which the field was last applied, whether or not it changed.
             */
            applyTime: string;
            /**
             * @description ID of the last operation that applied the field. See its log for details.
             * @example op_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            operationId?: string;
        };
        /** @description Period to backfill. Set exactly one of the two. */
        DefaultPeriod: {
            /** @description Reads records changed in this number of days before the installation. */
            days?: number;
            /** @description `true` reads all records. */
            fullHistory?: boolean;
        };
        /** @description Record of a message. */
        DeliveredRecord: {
            /** @description Position in the message, starting at 0. */
            position: number;
            /** @description ID at the provider. Absent if the record contains none. */
            recordId?: string;
            /** @description Size of the record as JSON, in bytes. */
            bytes: number;
            /** @description Record as delivered. Absent above 1 MB. */
            record?: components["schemas"]["ResultEntry"];
        };
        /** @description Records of a message. */
        DeliveredRecords: {
            /**
             * @description ID of the event; sent as the message’s `webhook-id`.
             * @example evt_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            eventId: string;
            /**
             * @description Reference of the customer.
             * @example customer-7
             */
            groupRef?: string;
            /**
             * @description Name of the customer at the time of the event.
             * @example Globex
             */
            groupName?: string;
            /**
             * @description Object of the records.
             * @example Contact
             */
            objectName?: string;
            /**
             * Format: date-time
             * @description Time of creation.
             */
            createTime: string;
            /** @description Records. Empty if the event carries none. */
            records: components["schemas"]["DeliveredRecord"][];
        };
        /** @description Delivery of one event to one destination. */
        Delivery: {
            /**
             * @description Opaque ID of the resource. IDs of one resource type sort by creation time.
             * @example dlv_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            id: string;
            /**
             * @description ID of the project that owns the resource.
             * @example proj_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            projectId: string;
            /**
             * @description ID of the event; sent as the message’s `webhook-id`.
             * @example evt_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            eventId: string;
            /** @description Type of the message. */
            eventType: components["schemas"]["MessageType"];
            /**
             * @description ID of the destination that receives the message.
             * @example dest_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            destinationId: string;
            /**
             * @description Reference of the customer concerned.
             * @example customer-7
             */
            groupRef?: string;
            /**
             * @description Name of the customer at the time of the event.
             * @example Globex
             */
            groupName?: string;
            /**
             * @description ID of the installation concerned.
             * @example inst_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            installationId?: string;
            /**
             * @description ID of the operation that caused the message.
             * @example op_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            operationId?: string;
            /**
             * @description Object concerned.
             * @example Contact
             */
            objectName?: string;
            /** @description Number of records in the message. */
            numRecords?: number;
            /** @description Status of the delivery. Only `failed`, `delivered` and `canceled` deliveries can be replayed. */
            status: components["schemas"]["DeliveryStatus"];
            /** @description Number of attempts so far. */
            attempts: number;
            /**
             * Format: date-time
             * @description Time of creation.
             */
            createTime: string;
            /**
             * Format: date-time
             * @description Time of the next attempt. Only while `pending` or `retrying`.
             */
            nextAttemptTime?: string;
            /**
             * Format: date-time
             * @description Time of the last attempt; absent before the first.
             */
            lastAttemptTime?: string;
            /** @description Error of the last attempt; absent if it succeeded. */
            lastError?: string;
        };
        /** @description Delivery statistics of one hour. */
        DeliveryHour: {
            /**
             * Format: date-time
             * @description Start of the hour.
             */
            time: string;
            /** @description Number of successful attempts. */
            delivered: number;
            /** @description Number of failed attempts that were retried. */
            retried: number;
            /** @description Number of failed attempts after which the message was given up. */
            failed: number;
            /** @description Number of records in delivered messages. */
            recordsDelivered: number;
            /** @description Number of records in messages that were given up. */
            recordsFailed: number;
            /** @description Median duration of attempts in milliseconds, within about 20%. Absent if there were none. */
            p50Ms?: number;
            /** @description Duration of attempts at the 95th percentile, in milliseconds, within about 20%. Absent if there were none. */
            p95Ms?: number;
        };
        /**
         * @description `pending`: before the first attempt. `retrying`: after a failed attempt. `paused`: the destination is disabled. `delivered`: accepted by the destination. `failed`: the last attempt failed. `canceled`: the destination was deleted.
         * @enum {string}
         */
        DeliveryStatus: "pending" | "retrying" | "paused" | "delivered" | "failed" | "canceled";
        /** @description Result of a deploy for one integration. */
        DeployedIntegration: {
            /**
             * @description Opaque ID of the resource. IDs of one resource type sort by creation time.
             * @example int_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            id: string;
            /**
             * @description ID of the project that owns the resource.
             * @example proj_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            projectId: string;
            /** @description Name in `platform.yaml`, also used by the UI library. */
            name: string;
            /**
             * @description Name of the provider in the catalogue, such as `salesforce`.
             * @example salesforce
             */
            provider: string;
            /**
             * Format: date-time
             * @description Time of creation.
             */
            createTime: string;
            /**
             * Format: date-time
             * @description Time of the last change; absent if unchanged.
             */
            updateTime?: string;
            /** @description Revision deployed last. It applies to all installations. */
            latestRevision: components["schemas"]["Revision"];
            /**
             * @description Whether the integration is new, has a new revision or is unchanged.
             * @enum {string}
             */
            change: "created" | "updated" | "unchanged";
        };
        /** @description Revision with who deployed it. */
        DeployedRevision: {
            /**
             * @description Opaque ID of the resource. IDs of one resource type sort by creation time.
             * @example rev_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            id: string;
            /**
             * @description Version of the `platform.yaml` format.
             * @example 1.0.0
             */
            specVersion: string;
            /**
             * Format: date-time
             * @description Time of creation.
             */
            createTime: string;
            /** @description Integration as declared in the file. */
            content: components["schemas"]["ManifestIntegration"];
            /**
             * @description Who deployed it, such as `builder:ana@acme.example`; absent for revisions from before this was recorded.
             * @example api:create-installation
             */
            createdBy?: string;
            /**
             * @description Earlier revision that this one rolls back to, if any.
             * @example rev_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            restores?: string;
        };
        /** @description Target that messages are delivered to. */
        Destination: {
            /**
             * @description Opaque ID of the resource. IDs of one resource type sort by creation time.
             * @example dest_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            id: string;
            /**
             * @description Name used in `platform.yaml`. Unique in the project.
             * @example crm-webhook
             */
            name: string;
            /**
             * @description ID of the project that owns the resource.
             * @example proj_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            projectId: string;
            /** @description The deliveries of a disabled destination are paused until it is enabled. */
            status: components["schemas"]["DestinationStatus"];
            /** @description Health of the destination: `paused` if it was disabled manually, `failing` if it was disabled because all attempts failed. */
            health: components["schemas"]["Health"];
            /** @description Delivery statistics of the last 24 hours. */
            lastDay: components["schemas"]["LastDay"];
            /** @description Whether messages wait for earlier messages about the same record. */
            ordering: components["schemas"]["DestinationOrdering"];
            /** @description Why the destination is disabled: manually, or with the error its receiver returned for days. Absent while enabled. */
            disabledReason?: string;
            /**
             * Format: date-time
             * @description Time at which the destination was disabled. Absent while enabled.
             */
            disabledTime?: string;
            /**
             * Format: date-time
             * @description Time until which messages are also signed with the previous key, after a `rotate`. Absent if only the current key signs.
             */
            formerKeyUntil?: string;
            /**
             * Format: date-time
             * @description Time of creation.
             */
            createTime: string;
            /**
             * Format: date-time
             * @description Time of the last change; absent if unchanged.
             */
            updateTime?: string;
            /**
             * @description Type of the destination. Determines the contents of `metadata` and `secrets`.
             * @constant
             */
            type: "webhook";
            /** @description Settings of the destination. */
            metadata: components["schemas"]["WebhookMetadata"];
        } | {
            /**
             * @description Opaque ID of the resource. IDs of one resource type sort by creation time.
             * @example dest_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            id: string;
            /**
             * @description Name used in `platform.yaml`. Unique in the project.
             * @example crm-webhook
             */
            name: string;
            /**
             * @description ID of the project that owns the resource.
             * @example proj_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            projectId: string;
            /** @description The deliveries of a disabled destination are paused until it is enabled. */
            status: components["schemas"]["DestinationStatus"];
            /** @description Health of the destination: `paused` if it was disabled manually, `failing` if it was disabled because all attempts failed. */
            health: components["schemas"]["Health"];
            /** @description Delivery statistics of the last 24 hours. */
            lastDay: components["schemas"]["LastDay"];
            /** @description Whether messages wait for earlier messages about the same record. */
            ordering: components["schemas"]["DestinationOrdering"];
            /** @description Why the destination is disabled: manually, or with the error its receiver returned for days. Absent while enabled. */
            disabledReason?: string;
            /**
             * Format: date-time
             * @description Time at which the destination was disabled. Absent while enabled.
             */
            disabledTime?: string;
            /**
             * Format: date-time
             * @description Time until which messages are also signed with the previous key, after a `rotate`. Absent if only the current key signs.
             */
            formerKeyUntil?: string;
            /**
             * Format: date-time
             * @description Time of creation.
             */
            createTime: string;
            /**
             * Format: date-time
             * @description Time of the last change; absent if unchanged.
             */
            updateTime?: string;
            /**
             * @description Type of the destination. Determines the contents of `metadata` and `secrets`.
             * @constant
             */
            type: "kinesis";
            /** @description Settings of the destination. */
            metadata: components["schemas"]["KinesisMetadata"];
        } | {
            /**
             * @description Opaque ID of the resource. IDs of one resource type sort by creation time.
             * @example dest_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            id: string;
            /**
             * @description Name used in `platform.yaml`. Unique in the project.
             * @example crm-webhook
             */
            name: string;
            /**
             * @description ID of the project that owns the resource.
             * @example proj_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            projectId: string;
            /** @description The deliveries of a disabled destination are paused until it is enabled. */
            status: components["schemas"]["DestinationStatus"];
            /** @description Health of the destination: `paused` if it was disabled manually, `failing` if it was disabled because all attempts failed. */
            health: components["schemas"]["Health"];
            /** @description Delivery statistics of the last 24 hours. */
            lastDay: components["schemas"]["LastDay"];
            /** @description Whether messages wait for earlier messages about the same record. */
            ordering: components["schemas"]["DestinationOrdering"];
            /** @description Why the destination is disabled: manually, or with the error its receiver returned for days. Absent while enabled. */
            disabledReason?: string;
            /**
             * Format: date-time
             * @description Time at which the destination was disabled. Absent while enabled.
             */
            disabledTime?: string;
            /**
             * Format: date-time
             * @description Time until which messages are also signed with the previous key, after a `rotate`. Absent if only the current key signs.
             */
            formerKeyUntil?: string;
            /**
             * Format: date-time
             * @description Time of creation.
             */
            createTime: string;
            /**
             * Format: date-time
             * @description Time of the last change; absent if unchanged.
             */
            updateTime?: string;
            /**
             * @description Type of the destination. Determines the contents of `metadata` and `secrets`.
             * @constant
             */
            type: "s3";
            /** @description Settings of the destination. */
            metadata: components["schemas"]["S3Metadata"];
        } | {
            /**
             * @description Opaque ID of the resource. IDs of one resource type sort by creation time.
             * @example dest_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            id: string;
            /**
             * @description Name used in `platform.yaml`. Unique in the project.
             * @example crm-webhook
             */
            name: string;
            /**
             * @description ID of the project that owns the resource.
             * @example proj_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            projectId: string;
            /** @description The deliveries of a disabled destination are paused until it is enabled. */
            status: components["schemas"]["DestinationStatus"];
            /** @description Health of the destination: `paused` if it was disabled manually, `failing` if it was disabled because all attempts failed. */
            health: components["schemas"]["Health"];
            /** @description Delivery statistics of the last 24 hours. */
            lastDay: components["schemas"]["LastDay"];
            /** @description Whether messages wait for earlier messages about the same record. */
            ordering: components["schemas"]["DestinationOrdering"];
            /** @description Why the destination is disabled: manually, or with the error its receiver returned for days. Absent while enabled. */
            disabledReason?: string;
            /**
             * Format: date-time
             * @description Time at which the destination was disabled. Absent while enabled.
             */
            disabledTime?: string;
            /**
             * Format: date-time
             * @description Time until which messages are also signed with the previous key, after a `rotate`. Absent if only the current key signs.
             */
            formerKeyUntil?: string;
            /**
             * Format: date-time
             * @description Time of creation.
             */
            createTime: string;
            /**
             * Format: date-time
             * @description Time of the last change; absent if unchanged.
             */
            updateTime?: string;
            /**
             * @description Type of the destination. Determines the contents of `metadata` and `secrets`.
             * @constant
             */
            type: "log";
            /** @description Settings of the destination. */
            metadata: components["schemas"]["LogMetadata"];
        };
        /** @description Credentials to change. Must be valid for the destination’s type. */
        DestinationCredentials: {
            /** @description Access key ID. If unset, the server’s role is used, if permitted. */
            awsKeyId?: string;
            /** @description Secret access key for `awsKeyId`. */
            awsSecretKey?: string;
            /** @description Session token of temporary credentials. */
            awsSessionToken?: string;
            /** @description Headers required by the collector, such as `Authorization`. */
            headers?: components["schemas"]["WebhookHeaders"];
        };
        /** @description Settings to change. Must be valid for the destination’s type. */
        DestinationMetadata: {
            /** @description URL of an AWS-compatible service to use in place of AWS. */
            endpointUrl?: string;
            /**
             * @description Severity of each log line. Defaults to `info`.
             * @enum {string}
             */
            severity?: "debug" | "info" | "warn" | "error";
            /** @description Attributes to add to each log line, by name. */
            attributes?: {
                [key: string]: string;
            };
            /** @description Maximum number of messages per request. Reduced to the receiver’s limit if that is lower. */
            batchSize?: number;
            /** @description Maximum time a message waits to be batched, in seconds. */
            maxWaitSecs?: number;
            /** @description Name of an existing bucket. */
            bucket?: string;
            /** @description AWS region, such as `eu-west-1`. */
            region?: string;
            /** @description Template that computes the object key from the message, such as `join('/', [type, date, id])`. With `batch`, it computes the prefix. Empty segments are omitted; a segment `.` or `..` becomes `_` or `__`. */
            keyTemplate?: string;
            /** @description Storage class of objects, such as `STANDARD_IA`. Defaults to the bucket’s default. */
            storageClass?: string;
            /** @description Whether to store multiple messages per object, one per line, compressed with gzip. */
            batch?: boolean;
            /** @description Name of the stream: letters, digits, `.`, `-` and `_`. */
            streamName?: string;
            /** @description JMESPath-style template that computes the partition key from the message, such as `data.groupRef`. Supports paths, `'texts'`, `a || b` and `join('/', [a, b])`. Defaults to the message’s ID. */
            partitionKeyTemplate?: string;
            /**
             * @description URL that webhooks are sent to. Must use `https` outside of development.
             * @example https://acme.example/webhooks
             */
            url?: string;
            /** @description Headers to send with each webhook. Values are stored encrypted. */
            headers?: components["schemas"]["WebhookHeaders"];
            /** @description Whether to add `v1a` signatures, which are verified with the public key. */
            ed25519?: boolean;
        };
        /**
         * @description `none`: a retried message can arrive after later ones. `record`: later versions of a record wait while an earlier one is retried.
         * @enum {string}
         */
        DestinationOrdering: "none" | "record";
        /** @description Keys that verify the messages of a webhook. */
        DestinationSecrets: {
            /**
             * @description Secret key that verifies `v1` signatures (Standard Webhooks). Keep it secret.
             * @example whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw
             */
            webhookSigningKey?: string;
            /** @description Public key that verifies `v1a` signatures. Only for webhooks with `ed25519`. */
            webhookPublicKey?: string;
        };
        /** @description Type, settings and credentials of a destination. */
        DestinationSetUp: {
            /**
             * @description Type of the destination. Determines the contents of `metadata` and `secrets`.
             * @constant
             */
            type: "webhook";
            /** @description Settings of the destination. */
            metadata: components["schemas"]["WebhookMetadata"];
        } | {
            /**
             * @description Type of the destination. Determines the contents of `metadata` and `secrets`.
             * @constant
             */
            type: "kinesis";
            /** @description Settings of the destination. */
            metadata: components["schemas"]["KinesisMetadata"];
            /** @description Credentials of the destination. Stored encrypted and never returned. */
            secrets?: components["schemas"]["AwsCredentials"];
        } | {
            /**
             * @description Type of the destination. Determines the contents of `metadata` and `secrets`.
             * @constant
             */
            type: "s3";
            /** @description Settings of the destination. */
            metadata: components["schemas"]["S3Metadata"];
            /** @description Credentials of the destination. Stored encrypted and never returned. */
            secrets?: components["schemas"]["AwsCredentials"];
        } | {
            /**
             * @description Type of the destination. Determines the contents of `metadata` and `secrets`.
             * @constant
             */
            type: "log";
            /** @description Settings of the destination. */
            metadata: components["schemas"]["LogMetadata"];
            /** @description Credentials of the destination. Stored encrypted and never returned. */
            secrets?: components["schemas"]["LogCredentials"];
        };
        /** @description Type and settings of a destination. */
        DestinationSettings: {
            /**
             * @description Type of the destination. Determines the contents of `metadata` and `secrets`.
             * @constant
             */
            type: "webhook";
            /** @description Settings of the destination. */
            metadata: components["schemas"]["WebhookMetadata"];
        } | {
            /**
             * @description Type of the destination. Determines the contents of `metadata` and `secrets`.
             * @constant
             */
            type: "kinesis";
            /** @description Settings of the destination. */
            metadata: components["schemas"]["KinesisMetadata"];
        } | {
            /**
             * @description Type of the destination. Determines the contents of `metadata` and `secrets`.
             * @constant
             */
            type: "s3";
            /** @description Settings of the destination. */
            metadata: components["schemas"]["S3Metadata"];
        } | {
            /**
             * @description Type of the destination. Determines the contents of `metadata` and `secrets`.
             * @constant
             */
            type: "log";
            /** @description Settings of the destination. */
            metadata: components["schemas"]["LogMetadata"];
        };
        /**
         * @description Status of a destination. A `disabled` destination holds its messages until it is enabled or deleted.
         * @enum {string}
         */
        DestinationStatus: "enabled" | "disabled";
        /**
         * @description Type of a destination.
         * @enum {string}
         */
        DestinationType: "webhook" | "kinesis" | "s3" | "log";
        /** @description A webhook destination was disabled. */
        DestinationWebhookDisabledMessage: {
            /**
             * @description Type of the event.
             * @constant
             */
            notificationType: "destination.webhook.disabled";
            /** @description What happened. */
            data: {
                /** @description ID of the project that owns the destination. */
                projectId: string;
                /** @description ID of the disabled destination. */
                destinationId: string;
                /** @description Name of the disabled destination. */
                destinationName: string;
                /** @description URL of the disabled destination. */
                url: string;
            };
        };
        /** @description Destination with its signing keys. */
        DestinationWithSecrets: {
            /**
             * @description Opaque ID of the resource. IDs of one resource type sort by creation time.
             * @example dest_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            id: string;
            /**
             * @description Name used in `platform.yaml`. Unique in the project.
             * @example crm-webhook
             */
            name: string;
            /**
             * @description ID of the project that owns the resource.
             * @example proj_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            projectId: string;
            /** @description The deliveries of a disabled destination are paused until it is enabled. */
            status: components["schemas"]["DestinationStatus"];
            /** @description Health of the destination: `paused` if it was disabled manually, `failing` if it was disabled because all attempts failed. */
            health: components["schemas"]["Health"];
            /** @description Delivery statistics of the last 24 hours. */
            lastDay: components["schemas"]["LastDay"];
            /** @description Whether messages wait for earlier messages about the same record. */
            ordering: components["schemas"]["DestinationOrdering"];
            /** @description Why the destination is disabled: manually, or with the error its receiver returned for days. Absent while enabled. */
            disabledReason?: string;
            /**
             * Format: date-time
             * @description Time at which the destination was disabled. Absent while enabled.
             */
            disabledTime?: string;
            /**
             * Format: date-time
             * @description Time until which messages are also signed with the previous key, after a `rotate`. Absent if only the current key signs.
             */
            formerKeyUntil?: string;
            /**
             * Format: date-time
             * @description Time of creation.
             */
            createTime: string;
            /**
             * Format: date-time
             * @description Time of the last change; absent if unchanged.
             */
            updateTime?: string;
            /** @description Signing keys of a webhook. Returned only on request. */
            secrets?: components["schemas"]["DestinationSecrets"];
            /**
             * @description Type of the destination. Determines the contents of `metadata` and `secrets`.
             * @constant
             */
            type: "webhook";
            /** @description Settings of the destination. */
            metadata: components["schemas"]["WebhookMetadata"];
        } | {
            /**
             * @description Opaque ID of the resource. IDs of one resource type sort by creation time.
             * @example dest_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            id: string;
            /**
             * @description Name used in `platform.yaml`. Unique in the project.
             * @example crm-webhook
             */
            name: string;
            /**
             * @description ID of the project that owns the resource.
             * @example proj_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            projectId: string;
            /** @description The deliveries of a disabled destination are paused until it is enabled. */
            status: components["schemas"]["DestinationStatus"];
            /** @description Health of the destination: `paused` if it was disabled manually, `failing` if it was disabled because all attempts failed. */
            health: components["schemas"]["Health"];
            /** @description Delivery statistics of the last 24 hours. */
            lastDay: components["schemas"]["LastDay"];
            /** @description Whether messages wait for earlier messages about the same record. */
            ordering: components["schemas"]["DestinationOrdering"];
            /** @description Why the destination is disabled: manually, or with the error its receiver returned for days. Absent while enabled. */
            disabledReason?: string;
            /**
             * Format: date-time
             * @description Time at which the destination was disabled. Absent while enabled.
             */
            disabledTime?: string;
            /**
             * Format: date-time
             * @description Time until which messages are also signed with the previous key, after a `rotate`. Absent if only the current key signs.
             */
            formerKeyUntil?: string;
            /**
             * Format: date-time
             * @description Time of creation.
             */
            createTime: string;
            /**
             * Format: date-time
             * @description Time of the last change; absent if unchanged.
             */
            updateTime?: string;
            /** @description Signing keys of a webhook. Returned only on request. */
            secrets?: components["schemas"]["DestinationSecrets"];
            /**
             * @description Type of the destination. Determines the contents of `metadata` and `secrets`.
             * @constant
             */
            type: "kinesis";
            /** @description Settings of the destination. */
            metadata: components["schemas"]["KinesisMetadata"];
        } | {
            /**
             * @description Opaque ID of the resource. IDs of one resource type sort by creation time.
             * @example dest_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            id: string;
            /**
             * @description Name used in `platform.yaml`. Unique in the project.
             * @example crm-webhook
             */
            name: string;
            /**
             * @description ID of the project that owns the resource.
             * @example proj_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            projectId: string;
            /** @description The deliveries of a disabled destination are paused until it is enabled. */
            status: components["schemas"]["DestinationStatus"];
            /** @description Health of the destination: `paused` if it was disabled manually, `failing` if it was disabled because all attempts failed. */
            health: components["schemas"]["Health"];
            /** @description Delivery statistics of the last 24 hours. */
            lastDay: components["schemas"]["LastDay"];
            /** @description Whether messages wait for earlier messages about the same record. */
            ordering: components["schemas"]["DestinationOrdering"];
            /** @description Why the destination is disabled: manually, or with the error its receiver returned for days. Absent while enabled. */
            disabledReason?: string;
            /**
             * Format: date-time
             * @description Time at which the destination was disabled. Absent while enabled.
             */
            disabledTime?: string;
            /**
             * Format: date-time
             * @description Time until which messages are also signed with the previous key, after a `rotate`. Absent if only the current key signs.
             */
            formerKeyUntil?: string;
            /**
             * Format: date-time
             * @description Time of creation.
             */
            createTime: string;
            /**
             * Format: date-time
             * @description Time of the last change; absent if unchanged.
             */
            updateTime?: string;
            /** @description Signing keys of a webhook. Returned only on request. */
            secrets?: components["schemas"]["DestinationSecrets"];
            /**
             * @description Type of the destination. Determines the contents of `metadata` and `secrets`.
             * @constant
             */
            type: "s3";
            /** @description Settings of the destination. */
            metadata: components["schemas"]["S3Metadata"];
        } | {
            /**
             * @description Opaque ID of the resource. IDs of one resource type sort by creation time.
             * @example dest_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            id: string;
            /**
             * @description Name used in `platform.yaml`. Unique in the project.
             * @example crm-webhook
             */
            name: string;
            /**
             * @description ID of the project that owns the resource.
             * @example proj_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            projectId: string;
            /** @description The deliveries of a disabled destination are paused until it is enabled. */
            status: components["schemas"]["DestinationStatus"];
            /** @description Health of the destination: `paused` if it was disabled manually, `failing` if it was disabled because all attempts failed. */
            health: components["schemas"]["Health"];
            /** @description Delivery statistics of the last 24 hours. */
            lastDay: components["schemas"]["LastDay"];
            /** @description Whether messages wait for earlier messages about the same record. */
            ordering: components["schemas"]["DestinationOrdering"];
            /** @description Why the destination is disabled: manually, or with the error its receiver returned for days. Absent while enabled. */
            disabledReason?: string;
            /**
             * Format: date-time
             * @description Time at which the destination was disabled. Absent while enabled.
             */
            disabledTime?: string;
            /**
             * Format: date-time
             * @description Time until which messages are also signed with the previous key, after a `rotate`. Absent if only the current key signs.
             */
            formerKeyUntil?: string;
            /**
             * Format: date-time
             * @description Time of creation.
             */
            createTime: string;
            /**
             * Format: date-time
             * @description Time of the last change; absent if unchanged.
             */
            updateTime?: string;
            /** @description Signing keys of a webhook. Returned only on request. */
            secrets?: components["schemas"]["DestinationSecrets"];
            /**
             * @description Type of the destination. Determines the contents of `metadata` and `secrets`.
             * @constant
             */
            type: "log";
            /** @description Settings of the destination. */
            metadata: components["schemas"]["LogMetadata"];
        };
        /** @description Field of your product that your page asks the end user to map, in addition to those in the manifest. */
        DynamicMappingsInputEntry: {
            /**
             * @description Name of the field in your product; the key in `selectedFieldMappings`.
             * @example surname
             */
            mapToName: string;
            /**
             * @description Label shown in place of `mapToName`.
             * @example Surname
             */
            mapToDisplayName?: string;
            /** @description Sentence that explains to the end user what the field is for. */
            prompt?: string;
            /** @description Values that your product accepts. The end user maps the provider’s values to them. */
            mappedValues?: {
                /** @description Value that messages contain in place of the provider’s value. */
                mappedValue: string;
                /** @description Label shown to the end user for the value. */
                mappedDisplayValue: string;
            }[];
            /**
             * @description Provider field, if it is fixed and only values are mapped.
             * @example LastName
             */
            fieldName?: string;
        };
        /** @description Features available to a project. All features are available to every project. */
        Entitlements: {
            /** @description Whether the UI library hides the platform’s branding. */
            brandingRemoval?: {
                /** @description `true` if no branding is shown. */
                value: boolean;
            };
            /** @description Retention of operation logs, in days. */
            logRetentionDays?: {
                /** @description Number of days. */
                value: number;
            };
            /** @description Retention of scheduled reads that found no records, in days. The latest read of each object is kept longer. */
            emptyReadRetentionDays?: {
                /** @description Number of days. */
                value: number;
            };
        };
        /** @description Results of testing one object of a provider entry. */
        EntryCheck: {
            /**
             * @description Name of the provider in the catalogue, such as `salesforce`.
             * @example salesforce
             */
            provider: string;
            /**
             * @description Object tested.
             * @example Contact
             */
            objectName: string;
            /** @description Results, in the order of the tests. */
            findings: components["schemas"]["EntryFinding"][];
        };
        /** @description Result of testing one capability of a provider entry. */
        EntryFinding: {
            /**
             * @description Capability tested.
             * @enum {string}
             */
            ability: "read" | "paging" | "changes" | "associations" | "fields" | "search" | "create" | "update" | "delete";
            /**
             * @description Result of the test. `unproven`: the account or the entry did not allow the test, for example because a list was empty or had only one page.
             * @enum {string}
             */
            outcome: "passed" | "failed" | "unproven";
            /** @description Explanation, without values from records or the connection. */
            detail: string;
        };
        /** @description Counts of erased resources. */
        Erased: {
            /** @description Number of installations deleted, with the data they read. */
            installations: number;
            /** @description Number of connections deleted, with their credentials. */
            connections: number;
            /** @description Number of events deleted, with their messages and deliveries. */
            events: number;
        };
        /** @description Something that happened in a project. */
        Event: {
            /**
             * @description Opaque ID of the resource. IDs of one resource type sort by creation time.
             * @example evt_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            id: string;
            /**
             * @description ID of the project that owns the resource.
             * @example proj_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            projectId: string;
            /** @description Type of the event. */
            type: components["schemas"]["MessageType"];
            /**
             * @description Reference of the customer concerned.
             * @example customer-7
             */
            groupRef?: string;
            /**
             * @description Name of the customer at the time of the event.
             * @example Globex
             */
            groupName?: string;
            /**
             * @description ID of the installation concerned.
             * @example inst_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            installationId?: string;
            /**
             * @description ID of the operation that caused the message.
             * @example op_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            operationId?: string;
            /**
             * @description Object concerned.
             * @example Contact
             */
            objectName?: string;
            /** @description Number of records in the message. */
            numRecords?: number;
            /**
             * Format: date-time
             * @description Time of creation.
             */
            createTime: string;
            /** @description Deliveries of the event, one per destination. Empty if no route matched its type. */
            deliveries: components["schemas"]["Delivery"][];
        };
        /** @description Event with its message. */
        EventWithBody: {
            /**
             * @description Opaque ID of the resource. IDs of one resource type sort by creation time.
             * @example evt_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            id: string;
            /**
             * @description ID of the project that owns the resource.
             * @example proj_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            projectId: string;
            /** @description Type of the event. */
            type: components["schemas"]["MessageType"];
            /**
             * @description Reference of the customer concerned.
             * @example customer-7
             */
            groupRef?: string;
            /**
             * @description Name of the customer at the time of the event.
             * @example Globex
             */
            groupName?: string;
            /**
             * @description ID of the installation concerned.
             * @example inst_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            installationId?: string;
            /**
             * @description ID of the operation that caused the message.
             * @example op_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            operationId?: string;
            /**
             * @description Object concerned.
             * @example Contact
             */
            objectName?: string;
            /** @description Number of records in the message. */
            numRecords?: number;
            /**
             * Format: date-time
             * @description Time of creation.
             */
            createTime: string;
            /** @description Deliveries of the event, one per destination. Empty if no route matched its type. */
            deliveries: components["schemas"]["Delivery"][];
            /** @description Message as sent to every destination. Without its records if `recordsOmitted`. */
            body: unknown;
            /**
             * @description Present if records were removed from `body` because a person asked, not a key. `viewSeparately`: they can be viewed by `getDeliveredRecords`. `supportAccessOff`: the customer does not allow it.
             * @enum {string}
             */
            recordsOmitted?: "supportAccessOff" | "viewSeparately";
        };
        /** @description How one action of an object was verified. */
        Evidence: {
            /**
             * @description `stand-in`: not verified; tested only with a server generated from the entry. `spec`: agrees with the provider’s own API specification. `recorded`: processes recorded responses of the provider correctly. `live`: tested with the provider.
             * @enum {string}
             */
            level: "stand-in" | "spec" | "recorded" | "live";
            /** @description Origin of the evidence. Absent for `stand-in`. */
            source?: string;
            /** @description Month of the evidence, such as `2026-11`. */
            date?: string;
        };
        /** @description Definition of a custom field in a customer’s account. */
        FieldDefinition: {
            /**
             * @description Name of the field at the provider, without suffixes that the provider adds, such as `__c`.
             * @example Seniority_Level
             */
            fieldName: string;
            /**
             * @description Label of the field.
             * @example Seniority
             */
            displayName: string;
            /** @description Description of the field, shown by the provider. */
            description?: string;
            /**
             * @description Type of the field: `string`, `boolean`, `date`, `datetime`, `singleSelect`, `multiSelect`, `int`, `float` or `reference`.
             * @example string
             */
            valueType: string;
            /** @description Whether every record must have a value. */
            required?: boolean;
            /** @description Whether values must be unique. */
            unique?: boolean;
            /** @description Whether the field is indexed. */
            indexed?: boolean;
            /** @description Additional settings of a text or choice field. */
            stringOptions?: components["schemas"]["StringFieldOptions"];
            /** @description Additional settings of a number field. */
            numericOptions?: components["schemas"]["NumericFieldOptions"];
            /** @description Target of a `reference` field. */
            association?: components["schemas"]["AssociationDefinition"];
        };
        /** @description Metadata of a field at the provider. */
        FieldMetadata: {
            /**
             * @description Provider field name.
             * @example LastName
             */
            fieldName: string;
            /** @description Label of the field, in the account’s language. */
            displayName: string;
            /**
             * @description Type of the values, normalized across providers. Absent if unknown.
             * @enum {string}
             */
            valueType?: "string" | "boolean" | "singleSelect" | "multiSelect" | "date" | "datetime" | "int" | "float" | "reference" | "other";
            /** @description Type as named by the provider, such as `picklist`. */
            providerType?: string;
            /** @description Whether the field is read-only at the provider. */
            readOnly?: boolean;
            /** @description Whether the field is a custom field of the customer. */
            isCustom?: boolean;
            /** @description Whether the provider requires a value. */
            isRequired?: boolean;
            /** @description Objects that a `reference` field can point to. */
            referenceTo?: string[];
            /** @description Options of a choice field. */
            values?: {
                /** @description Stored value. */
                value: string;
                /** @description Label of the value. */
                displayValue: string;
            }[];
        };
        /** @description Result for one field. */
        FieldUpsertResult: {
            /**
             * @description Provider field name.
             * @example LastName
             */
            fieldName: string;
            /**
             * @description Action taken, or the action that would be taken in a dry run.
             * @enum {string}
             */
            action: "create" | "update" | "none";
            /** @description Metadata from the provider. `providerFieldName` is the name at the provider. */
            metadata?: {
                [key: string]: unknown;
            };
            /** @description Limitations and errors reported by the provider. */
            warnings?: string[];
            /** @description Why the provider refused the field. Absent if the field was applied. */
            error?: string;
        };
        /** @description Search result. */
        Found: {
            /**
             * @description Type of the result: a customer, or the resource with the given ID.
             * @enum {string}
             */
            kind: "group" | "installation" | "connection" | "operation" | "event" | "delivery" | "replay" | "destination" | "topic" | "integration" | "providerApp" | "apiKey" | "jwtKey";
            /** @description ID of the result. For a `group`, its reference. */
            id: string;
            /** @description Name of the result; absent if it has none. */
            name?: string;
            /**
             * @description Reference of the customer concerned.
             * @example customer-7
             */
            groupRef?: string;
            /**
             * @description ID of the integration, for an `installation`.
             * @example int_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            integrationId?: string;
            /** @description Health of an `installation`, `connection` or `destination`. For a `group`, the worst health of its installations and connections; absent if it has none. */
            health?: components["schemas"]["Health"];
        };
        /** @description Owner of the connection, and existing credentials. */
        GenerateConnectionRequest: {
            /**
             * @description Name of the provider in the catalogue, such as `salesforce`.
             * @example salesforce
             */
            provider: string;
            /**
             * @description Your reference for a customer: a company, team or workspace.
             * @example customer-7
             */
            groupRef: string;
            /**
             * @description Name of the customer, for display. If unset, the current name is kept.
             * @example Globex
             */
            groupName?: string;
            /**
             * @description Your reference for an end user.
             * @example user-42
             */
            consumerRef: string;
            /**
             * @description Name of the end user, for display. If unset, the current name is kept.
             * @example Hank Scorpio
             */
            consumerName?: string;
            /**
             * @description The customer’s workspace at the provider, such as the subdomain in its URLs. Required if the catalogue’s URLs contain `{{workspace}}`.
             * @example globex
             */
            providerWorkspaceRef?: string;
            /** @description Values for the catalogue’s `metadata.input`, by name. */
            providerMetadata?: components["schemas"]["ProviderMetadata"];
            /** @description API key issued to the customer by the provider. Set exactly one type of credentials. */
            apiKey?: string;
            /** @description Credentials for a provider-specific scheme: one value for each of the catalogue’s `inputs`, by name. */
            customAuth?: {
                [key: string]: unknown;
            };
            /** @description Credentials for HTTP Basic authentication. */
            basicAuth?: {
                /** @description User name as defined by the provider; often an email address. */
                username: string;
                /** @description Password. Stored encrypted and never returned. */
                password: string;
            };
            /** @description Credentials for a provider that issues an OAuth client to each customer. The platform uses it to obtain tokens. */
            oauth2ClientCredentials?: {
                /**
                 * @description Client ID issued to the customer by the provider.
                 * @example 3MVG9acmeClient
                 */
                clientId: string;
                /**
                 * @description Client secret of the customer. Stored encrypted and never returned.
                 * @example a-long-secret
                 */
                clientSecret: string;
                /** @description Scopes to request. Defaults to the provider’s default scopes. */
                scopes?: string[];
            };
            /** @description Credentials for a provider that exchanges a user’s password for tokens. */
            oauth2PasswordCredentials?: {
                /** @description User name of the customer’s user. */
                username: string;
                /** @description Password of the user. Stored encrypted and never returned. */
                password: string;
                /**
                 * @description Client ID issued to the customer by the provider.
                 * @example 3MVG9acmeClient
                 */
                clientId: string;
                /**
                 * @description Client secret of the customer. Stored encrypted and never returned.
                 * @example a-long-secret
                 */
                clientSecret: string;
                /** @description Scopes to request. Defaults to the provider’s default scopes. */
                scopes?: string[];
            };
            /** @description Tokens imported from another system. They are refreshed with the project’s provider app, which must be the one they were issued to. */
            oauth2AuthorizationCode?: components["schemas"]["Oauth2AuthorizationCode"];
        };
        /** @description One of your customers: a company, team or workspace. */
        Group: {
            /**
             * @description Your reference for the customer.
             * @example customer-7
             */
            groupRef: string;
            /**
             * @description Name of the customer, for display. Defaults to the reference.
             * @example Globex
             */
            groupName: string;
            /** @description ID of the project that owns the group. */
            projectId: string;
            /**
             * Format: date-time
             * @description Time of creation.
             */
            createTime: string;
            /**
             * Format: date-time
             * @description Time of the last change; absent if unchanged.
             */
            updateTime?: string;
        };
        /** @description A customer with the state of its connections and reads. */
        GroupSummary: {
            /**
             * @description Your reference for the customer.
             * @example customer-7
             */
            groupRef: string;
            /**
             * @description Name of the customer, for display. Defaults to the reference.
             * @example Globex
             */
            groupName: string;
            /** @description ID of the project that owns the group. */
            projectId: string;
            /**
             * Format: date-time
             * @description Time of creation.
             */
            createTime: string;
            /**
             * Format: date-time
             * @description Time of the last change; absent if unchanged.
             */
            updateTime?: string;
            /** @description Worst health of the connections and installations; absent if there are none. */
            health?: components["schemas"]["Health"];
            /** @description Providers to which the customer has a connection, by name. */
            providers: string[];
            /**
             * Format: date-time
             * @description Start of the last read of any object; absent if nothing was read.
             */
            lastReadTime?: string;
            /** @description Number of records in messages delivered in this month (UTC). Absent if the key lacks the capability `observe`. */
            recordsThisMonth?: number;
        };
        /** @description Health of a resource, with the same states everywhere. */
        Health: {
            /**
             * @description From best to worst. `unconfirmed`: the provider has not accepted the credentials yet; if it was unavailable, they are retried at `retryTime`. `retrying`: failing for less than 15 minutes and still being retried. `limited`: reads are on hold until `retryTime` because the provider’s daily call limit is used up. `paused`: until resumed. `failing`: failing for longer, or no longer retried. `needsSignIn`: the end user must sign in at the provider again.
             * @enum {string}
             */
            state: "healthy" | "unconfirmed" | "retrying" | "limited" | "paused" | "failing" | "needsSignIn";
            /**
             * Format: date-time
             * @description Time at which the state began. Absent if `healthy` or unknown.
             */
            since?: string;
            /** @description Reason for the state, often as reported by the provider or receiver. Absent if `healthy` or unknown. */
            reason?: string;
            /** @description What to do. Absent if nothing is to be done, or if the reason says it. */
            remedy?: string;
            /**
             * Format: date-time
             * @description Time of the next automatic retry. Absent if none is scheduled.
             */
            retryTime?: string;
        };
        /** @description Field of the manifest with its metadata from the provider. */
        HydratedIntegrationField: {
            /**
             * @description Provider field name.
             * @example LastName
             */
            fieldName: string;
            /** @description Label of the field in the customer’s account. */
            displayName: string;
            /**
             * @description Name of the field in your product.
             * @example surname
             */
            mapToName?: string;
            /**
             * @description Label shown in place of `mapToName`.
             * @example Surname
             */
            mapToDisplayName?: string;
        } | {
            /**
             * @description Name of the field in your product.
             * @example surname
             */
            mapToName: string;
            /**
             * @description Label shown in place of `mapToName`.
             * @example Surname
             */
            mapToDisplayName?: string;
            /** @description Provider field suggested to the end user. */
            default?: string;
            /** @description Sentence that explains to the end user what the field is for. */
            prompt?: string;
        };
        /** @description Object of the manifest with its metadata from the provider. */
        HydratedIntegrationObject: {
            /** @description Why the fields could not be loaded from the provider; the field metadata is then absent. */
            error?: string;
            /**
             * @description Provider object name, such as `Contact`.
             * @example Contact
             */
            objectName: string;
            /** @description Label of the object at the provider. */
            displayName: string;
            /**
             * @description Name of the object in your product.
             * @example surname
             */
            mapToName?: string;
            /**
             * @description Label shown in place of `mapToName`.
             * @example Surname
             */
            mapToDisplayName?: string;
            /**
             * @description Name of the destination that receives the records.
             * @example crm-webhook
             */
            destination?: string;
            /**
             * @description Schedule of reads, as a cron expression with five fields in UTC, at least 10 minutes apart, such as `0 *\/6 * * *`. If unset, the object is read only on request.
             * @example *\/30 * * * *
             */
            schedule?: string;
            /** @description Fields that are always read, including those that the end user must map. */
            requiredFields?: components["schemas"]["HydratedIntegrationField"][];
            /** @description Fields that the end user can select. */
            optionalFields?: components["schemas"]["HydratedIntegrationField"][];
            /**
             * @description `all`: the end user can select every field in `allFields`.
             * @constant
             */
            optionalFieldsAuto?: "all";
            /** @description Metadata of every field of the account, by field name. */
            allFieldsMetadata?: {
                [key: string]: components["schemas"]["FieldMetadata"];
            };
            /** @description Every field of the account, as a list. */
            allFields?: components["schemas"]["HydratedIntegrationField"][];
            /** @description Initial backfill. If unset, existing records are not read. */
            backfill?: {
                /** @description Period to backfill. Set exactly one of the two. */
                defaultPeriod: {
                    /** @description Reads records changed in this number of days before the installation. */
                    days?: number;
                    /** @description `true` reads all records. */
                    fullHistory?: boolean;
                };
            };
        };
        /** @description Revision completed with metadata of objects and fields from the customer’s account at the provider. */
        HydratedRevision: {
            /**
             * @description Opaque ID of the resource. IDs of one resource type sort by creation time.
             * @example rev_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            id: string;
            /**
             * @description Version of the `platform.yaml` format.
             * @example 1.0.0
             */
            specVersion: string;
            /**
             * Format: date-time
             * @description Time of creation.
             */
            createTime: string;
            /** @description Content of the revision, completed with metadata. */
            content: {
                /** @description Name of the integration in `platform.yaml`. */
                name: string;
                /** @description Name shown to end users. Defaults to `name`. */
                displayName?: string;
                /** @description Module of the provider. Defaults to the provider’s default module. */
                module?: string;
                /**
                 * @description Name of the provider in the catalogue, such as `salesforce`.
                 * @example salesforce
                 */
                provider: string;
                /** @description Objects to read. */
                read?: {
                    /** @description Objects, in the order of the file. */
                    objects?: components["schemas"]["HydratedIntegrationObject"][];
                };
                /** @description Objects that can be written. */
                write?: {
                    /** @description Objects, in the order of the file. */
                    objects?: {
                        /**
                         * @description Provider object name, such as `Contact`.
                         * @example Contact
                         */
                        objectName: string;
                        /** @description Label of the object at the provider. */
                        displayName: string;
                        /** @description Fields for which end users can set default values. */
                        valueDefaults?: {
                            /** @description `true` allows default values for every field. */
                            allowAnyFields?: boolean;
                        };
                    }[];
                };
                /** @description Whether your server can call the provider’s API on behalf of the customer. */
                proxy?: {
                    /** @description `true` allows proxy calls. */
                    enabled?: boolean;
                    /** @description Whether paths are relative to the module’s base URL rather than the provider’s. */
                    useModule?: boolean;
                };
            };
        };
        /** @description An invalid input. Values that may be secret are never echoed. */
        InputValidationIssue: {
            /**
             * @description Part of the request that contains the input.
             * @enum {string}
             */
            in: "body" | "header" | "path" | "query";
            /** @description Path of the input, such as `items[0].name`; empty for the whole part. */
            name: string;
            /** @description Received value; omitted if it may be secret. */
            value?: unknown;
            /** @description What is wrong, and what is accepted. */
            detail: string;
        } & {
            [key: string]: unknown;
        };
        /** @description An invalid request, with every invalid input. */
        InputValidationProblem: {
            /**
             * Format: uri
             * @description URL of the problem type and its documentation. Compare its last segment.
             */
            type: string;
            /**
             * Format: uri
             * @description Link to the documentation; equal to `type`.
             */
            href?: string;
            /** @description Summary of the problem type; never varies. */
            title: string;
            /** @description HTTP status of the reply. */
            status: number;
            /** @description What happened in this occurrence, naming the value at fault. */
            detail: string;
            /** @description URI of this occurrence: the type with the request ID. */
            instance: string;
            /** @description Part of the API that failed, such as `connections`. */
            subsystem: string;
            /**
             * Format: date-time
             * @description Time of the failure, in UTC.
             */
            time: string;
            /**
             * @description ID of the request in the server’s log; equal to the `X-Request-Id` header.
             * @example req_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            requestId: string;
            /** @description Causes, such as the provider’s error messages, in no particular order. */
            causes?: string[];
            /** @description What the caller can do, if anything. */
            remedy?: string;
            /** @description Support email address of the operator, if configured. */
            supportEmail?: string;
            /** @description Support phone number of the operator, if configured. */
            supportPhone?: string;
            /** @description Support page of the operator, if configured. */
            supportUrl?: string;
            /** @description Whether repeating the same request can succeed. */
            retryable: boolean;
            /**
             * Format: date-time
             * @description Earliest time to retry, if known.
             */
            retryAfter?: string;
            /** @description Machine-readable values by name; they depend on the problem type. */
            context?: {
                [key: string]: unknown;
            };
            /** @description All invalid inputs. */
            issues?: components["schemas"]["InputValidationIssue"][];
        } & {
            [key: string]: unknown;
        };
        /** @description Integration installed for a customer. */
        Installation: {
            /**
             * @description Opaque ID of the resource. IDs of one resource type sort by creation time.
             * @example inst_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            id: string;
            /**
             * @description ID of the project that owns the resource.
             * @example proj_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            projectId: string;
            /**
             * @description ID of the installed integration.
             * @example int_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            integrationId: string;
            /** @description Name of the integration in `platform.yaml`. */
            integrationName: string;
            /** @description Customer that the integration is installed for. */
            group?: components["schemas"]["Group"];
            /**
             * @description `unhealthy` if credentials are invalid, an object is paused, or its last read failed; that is, unless `health` is `healthy`, `unconfirmed`, `retrying` or `limited`.
             * @enum {string}
             */
            healthStatus: "healthy" | "unhealthy";
            /** @description Health of the installation: the worst health among its connection, objects, subscription and last operation. */
            health: components["schemas"]["Health"];
            /**
             * @description Status of the last operation; absent before the first. `incomplete`: a read that may not have returned all records.
             * @enum {string}
             */
            lastOperationStatus?: "success" | "incomplete" | "failure" | "in_progress";
            /** @description Connection used to reach the provider. */
            connection: components["schemas"]["Connection"];
            /**
             * Format: date-time
             * @description Time of creation.
             */
            createTime: string;
            /**
             * Format: date-time
             * @description Time of the last change; absent if unchanged.
             */
            updateTime?: string;
            /**
             * @description Who installed the integration: an ID, or the name given by the client.
             * @example api:create-installation
             */
            createdBy: string;
            /** @description Current configuration. Every change is stored as a new configuration. */
            config: components["schemas"]["Config"];
            /** @description State of each object, by provider name. */
            objects: {
                [key: string]: components["schemas"]["InstallationObject"];
            };
            /** @description State of the subscription to changes. Absent if the installation has none. */
            subscription?: components["schemas"]["InstallationSubscription"];
            /** @description Whether your team can view delivered records. Only end users can turn it on. Absent on servers of earlier versions, where it is off. */
            supportAccess?: boolean;
        };
        /** @description Number of records read per object and day. */
        InstallationActivity: {
            /** @description Counts per object, by provider name. */
            objects: {
                [key: string]: {
                    /** @description Days, oldest first, ending today. */
                    days: {
                        /**
                         * Format: date
                         * @description Day in UTC.
                         */
                        date: string;
                        /** @description Number of records in reads started on this day. */
                        records: number;
                    }[];
                };
            };
        };
        /** @description A customer installed an integration. */
        InstallationCreatedMessage: {
            /**
             * @description Type of the event.
             * @constant
             */
            notificationType: "installation.created";
            /** @description What happened. */
            data: {
                /** @description ID of the project that owns the destination. */
                projectId: string;
                /**
                 * @description Name of the provider in the catalogue, such as `salesforce`.
                 * @example salesforce
                 */
                provider: string;
                /** @description ID of the integration concerned. */
                integrationId: string;
                /** @description Name of the integration in `platform.yaml`. */
                integrationName: string;
                /** @description ID of the installation concerned. */
                installationId: string;
                /** @description ID of the connection concerned. */
                connectionId: string;
                /**
                 * @description Your reference for the customer.
                 * @example customer-7
                 */
                groupRef: string;
                /**
                 * @description Name of the customer.
                 * @example Globex
                 */
                groupName: string;
                /**
                 * @description Your reference for the end user who connected.
                 * @example user-42
                 */
                consumerRef: string;
                /**
                 * @description Name of the end user who connected.
                 * @example Hank Scorpio
                 */
                consumerName: string;
                /** @description Configuration, up to 100 kB. */
                config?: components["schemas"]["Config"];
                /** @description URL of a configuration above 100 kB. */
                configURL?: string;
            };
        };
        /** @description An integration was uninstalled. */
        InstallationDeletedMessage: {
            /**
             * @description Type of the event.
             * @constant
             */
            notificationType: "installation.deleted";
            /** @description What happened. */
            data: {
                /** @description ID of the project that owns the destination. */
                projectId: string;
                /**
                 * @description Name of the provider in the catalogue, such as `salesforce`.
                 * @example salesforce
                 */
                provider: string;
                /** @description ID of the integration concerned. */
                integrationId: string;
                /** @description Name of the integration in `platform.yaml`. */
                integrationName: string;
                /** @description ID of the installation concerned. */
                installationId: string;
                /** @description ID of the connection concerned. */
                connectionId: string;
                /**
                 * @description Your reference for the customer.
                 * @example customer-7
                 */
                groupRef: string;
                /**
                 * @description Name of the customer.
                 * @example Globex
                 */
                groupName: string;
                /**
                 * @description Your reference for the end user who connected.
                 * @example user-42
                 */
                consumerRef: string;
                /**
                 * @description Name of the end user who connected.
                 * @example Hank Scorpio
                 */
                consumerName: string;
                /** @description Configuration, up to 100 kB. */
                config?: components["schemas"]["Config"];
                /** @description URL of a configuration above 100 kB. */
                configURL?: string;
            };
        };
        /** @description State of one installed object. */
        InstallationObject: {
            /**
             * @description `active`: read on schedule. `retrying`: the provider does not respond. `disabled`: turned off by the end user. `paused`: see `pausedFor`.
             * @enum {string}
             */
            state: "active" | "retrying" | "disabled" | "paused";
            /** @description Health of the object. Also `healthy` while the object is `disabled`. */
            health: components["schemas"]["Health"];
            /**
             * @description Reason for the pause. `credentials` ends when the end user reconnects. `failures` and `request` end on a resume. `removed` ends when the integration declares the object again. `destination` ends when a destination of that name exists again, or the object names another one.
             * @enum {string}
             */
            pausedFor?: "credentials" | "failures" | "request" | "removed" | "destination";
            /** @description Explanation of the pause: the provider’s message, or the note of the person who paused it. */
            pausedReason?: string;
            /** @description Fields that the provider no longer lets the connected user see. Reads fail, or omit them. */
            lostFields?: string[];
            /** @description Who paused it, if it was paused on `request` and the author is known. */
            pausedBy?: string;
            /** @description Present while a read waits for the provider. The read resumes automatically. */
            retrying?: {
                /**
                 * Format: date-time
                 * @description Time at which the provider began to fail.
                 */
                since: string;
                /** @description The provider’s error, or a note that it did not respond. */
                error: string;
                /**
                 * Format: date-time
                 * @description Time of the next attempt.
                 */
                nextTryTime: string;
            };
            /**
             * Format: date-time
             * @description Time at which the last read ended; absent before the first.
             */
            lastRunTime?: string;
            /**
             * Format: date-time
             * @description Time of the next scheduled read. Absent if no read is scheduled, and while the object is paused.
             */
            nextRunTime?: string;
            /**
             * Format: date-time
             * @description Time up to which changes have been read, on the provider’s clock. Absent before the first read.
             */
            watermark?: string;
            /** @description Snapshot of the object’s records. Present only if the provider does not report modification times. */
            snapshot?: {
                /** @description Number of records whose previous version is stored for comparison. */
                records: number;
                /** @description Number of records in the last read that exceeded the snapshot’s capacity. Every read delivers them, changed or not. */
                leftOut: number;
                /** @description Number of records missing from the last reads that are not reported as deleted yet: more than the object’s `deletionLimitPercent`. The next complete read confirms or clears them. Absent if there are none. */
                heldDeletions?: number;
                /**
                 * Format: date-time
                 * @description Time of the last full comparison; absent before the first.
                 */
                time?: string;
            };
        };
        /** @description State of an installation’s subscription to changes. */
        InstallationSubscription: {
            /**
             * @description `pending` while the subscription is being set up, `failed` if the provider rejects it.
             * @enum {string}
             */
            state: "pending" | "active" | "failed";
            /** @description Health of the subscription. Also `healthy` while it is `pending`. */
            health: components["schemas"]["Health"];
            /**
             * @description `push`: the provider sends webhooks. `pull`: the server listens to a stream. `poll`: the provider sends no events, and the server checks for changes every few minutes.
             * @enum {string}
             */
            delivery: "push" | "pull" | "poll";
            /** @description Why changes are currently not received or not forwarded. */
            error?: string;
            /**
             * Format: date-time
             * @description Time at which the error began.
             */
            errorTime?: string;
            /**
             * Format: date-time
             * @description Time of the last change received.
             */
            lastEventTime?: string;
        };
        /** @description The configuration of an installation changed. */
        InstallationUpdatedMessage: {
            /**
             * @description Type of the event.
             * @constant
             */
            notificationType: "installation.updated";
            /** @description What happened. */
            data: {
                /** @description ID of the project that owns the destination. */
                projectId: string;
                /**
                 * @description Name of the provider in the catalogue, such as `salesforce`.
                 * @example salesforce
                 */
                provider: string;
                /** @description ID of the integration concerned. */
                integrationId: string;
                /** @description Name of the integration in `platform.yaml`. */
                integrationName: string;
                /** @description ID of the installation concerned. */
                installationId: string;
                /** @description ID of the connection concerned. */
                connectionId: string;
                /**
                 * @description Your reference for the customer.
                 * @example customer-7
                 */
                groupRef: string;
                /**
                 * @description Name of the customer.
                 * @example Globex
                 */
                groupName: string;
                /**
                 * @description Your reference for the end user who connected.
                 * @example user-42
                 */
                consumerRef: string;
                /**
                 * @description Name of the end user who connected.
                 * @example Hank Scorpio
                 */
                consumerName: string;
                /** @description Configuration, up to 100 kB. */
                config?: components["schemas"]["Config"];
                /** @description URL of a configuration above 100 kB. */
                configURL?: string;
                /** @description Previous configuration, up to 100 kB. */
                lastConfig?: components["schemas"]["Config"];
                /** @description URL of a previous configuration above 100 kB. */
                lastConfigURL?: string;
            };
        };
        /** @description Integration with a provider that you offer to your customers. */
        Integration: {
            /**
             * @description Opaque ID of the resource. IDs of one resource type sort by creation time.
             * @example int_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            id: string;
            /**
             * @description ID of the project that owns the resource.
             * @example proj_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            projectId: string;
            /**
             * @description Name in `platform.yaml`, also used by the UI library.
             * @example crm
             */
            name: string;
            /**
             * @description Name of the provider in the catalogue, such as `salesforce`.
             * @example salesforce
             */
            provider: string;
            /**
             * Format: date-time
             * @description Time of creation.
             */
            createTime: string;
            /**
             * Format: date-time
             * @description Time of the last change; absent if unchanged.
             */
            updateTime?: string;
            /** @description Revision deployed last. It applies to all installations. */
            latestRevision: components["schemas"]["Revision"];
        };
        /** @description Provider field, or, without `fieldName`, a field that the end user maps. */
        IntegrationField: {
            /**
             * @description Provider field name. Nested fields use brackets: `$['address']['city']`.
             * @example LastName
             */
            fieldName: string;
            /**
             * @description Name of the field in your product. Defaults to the provider’s name.
             * @example surname
             */
            mapToName?: string;
            /**
             * @description Label shown in place of `mapToName`.
             * @example Surname
             */
            mapToDisplayName?: string;
        } | {
            /**
             * @description Name of the field in your product. The end user maps a provider field to it.
             * @example surname
             */
            mapToName: string;
            /**
             * @description Label shown in place of `mapToName`.
             * @example Surname
             */
            mapToDisplayName?: string;
            /** @description Provider field suggested to the end user. */
            default?: string;
            /** @description Sentence that explains to the end user what the field is for. */
            prompt?: string;
        };
        /** @description Object to read. */
        IntegrationObject: {
            /**
             * @description Provider object name, such as `Contact`.
             * @example Contact
             */
            objectName: string;
            /**
             * @description Name of the destination that receives the records.
             * @example crm-webhook
             */
            destination?: string;
            /**
             * @description Schedule of reads, as a cron expression with five fields in UTC, at least 10 minutes apart, such as `0 *\/6 * * *`. If unset, the object is read only on request.
             * @example *\/30 * * * *
             */
            schedule?: string;
            /**
             * @description Name of the object in your product. Defaults to the provider’s name.
             * @example surname
             */
            mapToName?: string;
            /**
             * @description Label shown in place of `mapToName`.
             * @example Surname
             */
            mapToDisplayName?: string;
            /** @description Fields that are always read, and fields that the end user must map. Nested fields use brackets: `$['address']['city']`. */
            requiredFields?: components["schemas"]["IntegrationField"][];
            /** @description Fields that the end user can select. Nested fields use brackets: `$['address']['city']`. */
            optionalFields?: components["schemas"]["IntegrationField"][];
            /**
             * @description `all` lets the end user select any field of the connected account.
             * @constant
             */
            optionalFieldsAuto?: "all";
            /** @description Provider names of objects whose associated records are delivered with each record, such as `companies` or `Account`. Costs additional calls to the provider. */
            associations?: string[];
            /** @description Initial read of existing records after installation. If unset, existing records are not read. */
            backfill?: {
                /** @description Period to backfill. */
                defaultPeriod: components["schemas"]["DefaultPeriod"];
            };
            /** @description Timing and size of messages. */
            delivery?: {
                /**
                 * @description `auto` sends pages as they are read. `onRequest` holds them until requested. Defaults to `auto`.
                 * @enum {string}
                 */
                mode?: "onRequest" | "auto";
                /** @description Maximum number of records per message. */
                pageSize?: number;
            };
            /**
             * @description `always` reads the object for every installation, whether selected or not.
             * @constant
             */
            enabled?: "always";
            /** @description Whether to deliver deleted records, as entries with `subscribeEventType: delete`. Not delivered by default. */
            deleted?: boolean;
            /** @description Minutes by which consecutive scheduled reads overlap, for changes that the provider shows late. Records of the overlap are delivered once. Defaults to 15 for Salesforce, HubSpot and providers that read by a search index, otherwise to 1. */
            overlapMinutes?: number;
            /** @description For objects whose deletions are detected by comparing reads: if more than this percentage of the records is missing, their deletion must be confirmed by another complete read. Defaults to 20; 100 confirms none. */
            deletionLimitPercent?: number;
        };
        /** @description Object whose changes are subscribed to. */
        IntegrationSubscribeObject: {
            /**
             * @description Provider object name. The object must also be declared under `read`.
             * @example Contact
             */
            objectName: string;
            /**
             * @description Name of the destination that receives changes.
             * @example crm-webhook
             */
            destination: string;
            /** @description Whether messages use the fields and mappings of the read object. Must be `true` for create, update, delete and association events. */
            inheritFieldsAndMapping?: boolean;
            /** @description Sends created records. */
            createEvent?: {
                /**
                 * @description `always` applies to every installation.
                 * @constant
                 */
                enabled?: "always";
            };
            /** @description Sends changed records. Set exactly one of `requiredWatchFields` and `watchFieldsAuto`. */
            updateEvent?: {
                /**
                 * @description `always` applies to every installation.
                 * @constant
                 */
                enabled?: "always";
                /**
                 * @description Fields to watch: `all` fields, or those that are `selected` for reading.
                 * @enum {string}
                 */
                watchFieldsAuto?: "all" | "selected";
                /** @description Provider fields to watch. Nested fields are not supported. */
                requiredWatchFields?: string[];
            };
            /** @description Sends the IDs of deleted records. */
            deleteEvent?: {
                /**
                 * @description `always` applies to every installation.
                 * @constant
                 */
                enabled?: "always";
            };
            /** @description Sends added and removed associations, if the provider reports them. */
            associationChangeEvent?: {
                /**
                 * @description `always` applies to every installation.
                 * @constant
                 */
                enabled?: "always";
                /** @description Whether to send complete related records rather than only their IDs. */
                includeFullRecords?: boolean;
            };
            /** @description Additional events, by the provider’s event names. */
            otherEvents?: string[];
        };
        /** @description Calls to the provider that AI agents can make. */
        IntegrationToolCalls: {
            /** @description Allowed HTTP methods. Defaults to `GET`. */
            methods?: ("GET" | "POST" | "PUT" | "PATCH" | "DELETE")[];
            /** @description Allowed paths below the provider’s base URL. `*` stands for one segment, `**` at the end for any number. */
            paths: string[];
            /** @description Whether calls other than `GET` require a confirmation. Defaults to `true`. */
            confirm?: boolean;
            /** @description Maximum number of calls per hour and installation. Defaults to 1,000. */
            callsPerHour?: number;
        };
        /** @description Object that AI agents can work with. */
        IntegrationToolObject: {
            /**
             * @description Provider object name. The object must also be declared under `read` or `write`.
             * @example Contact
             */
            objectName: string;
            /** @description Actions that become tools. `sample` and `search` need the object under `read`; `create`, `update`, `upsert` and `delete` under `write`. `defineFields` creates and changes custom fields. */
            actions: components["schemas"]["ToolAction"][];
            /** @description Actions that are carried out only when a call is repeated with the confirmation that the first call returned. Defaults to all that change something; an empty list confirms none. */
            confirm?: ("create" | "update" | "upsert" | "delete" | "defineFields")[];
            /** @description Maximum number of calls per hour, installation and tool. Defaults to 1,000. */
            callsPerHour?: number;
        };
        /** @description Object that can be written. */
        IntegrationWriteObject: {
            /**
             * @description Provider object name, such as `Contact`.
             * @example Contact
             */
            objectName: string;
            /** @description Whether writes use your field names, from the mapping of the read object of the same name. Defaults to the provider’s names. */
            inheritMapping?: boolean;
            /** @description Fields for which end users can set default values. */
            valueDefaults?: {
                /** @description `true` allows default values for every field. */
                allowAnyFields?: boolean;
            };
        };
        /** @description Invitation to join an organization. */
        Invite: {
            /**
             * @description Opaque ID of the resource. IDs of one resource type sort by creation time.
             * @example inv_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            id: string;
            /** @description Email address of the invite. Only a person with this verified address can accept it. */
            invitedEmail: string;
            /**
             * @description Always `org`.
             * @constant
             */
            parentType: "org";
            /**
             * @description ID of the organization to join.
             * @example org_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            parentId: string;
            /**
             * @description Status of the invite. Only `pending` invites can be accepted.
             * @enum {string}
             */
            status: "pending" | "accepted" | "revoked" | "expired";
            /**
             * Format: date-time
             * @description Time at which the invite expires.
             */
            expireTime: string;
            /** @description Link to accept the invite. Returned only if no mail server is configured. */
            link?: string;
            /**
             * Format: date-time
             * @description Time of creation.
             */
            createTime: string;
            /**
             * Format: date-time
             * @description Time of the last change; absent if unchanged.
             */
            updateTime?: string;
        };
        /** @description Change to one value, as defined by RFC 6902. */
        JSONPatchOperation: {
            /**
             * @description Operation to apply. `add` also creates missing parents; the other operations require the path to exist.
             * @enum {string}
             */
            op: "add" | "remove" | "replace";
            /**
             * @description JSON Pointer to the value. Empty for the whole configuration of the object.
             * @example /selectedFields/Title
             */
            path: string;
            /** @description New value. */
            value?: unknown;
        };
        /** @description Public key that verifies the tokens of your end users. */
        JWTKey: {
            /**
             * Format: uuid
             * @description `kid` of tokens that the key verifies.
             */
            id: string;
            /**
             * @description ID of the project that owns the resource.
             * @example proj_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            projectId: string;
            /**
             * @description Label of the key.
             * @example Production
             */
            label: string;
            /**
             * @description Type of the key: `RSA` for RS256, `EC` for ES256, `OKP` for EdDSA.
             * @enum {string}
             */
            algorithm: "RSA" | "EC" | "OKP";
            /**
             * @description Public key in PEM format.
             * @example -----BEGIN PUBLIC KEY-----
             *     MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE2RZ7vuaG7zOLhNZVZt5ZtCyf6KZn
             *     -----END PUBLIC KEY-----
             */
            publicKeyPem: string;
            /** @description Whether tokens signed with the key are accepted. */
            active: boolean;
            /**
             * Format: date-time
             * @description Time at which a token signed with the key was last accepted, updated about once a minute.
             */
            lastUseTime?: string;
            /**
             * Format: date-time
             * @description Time of creation.
             */
            createTime: string;
            /**
             * Format: date-time
             * @description Time of the last change. Initially the creation time.
             */
            updateTime: string;
        };
        /** @description ID of a new JWT key. */
        JWTKeyResponse: {
            /**
             * Format: uuid
             * @description `kid` to set in the header of each token signed with this key.
             */
            kid: string;
        };
        /** @description Settings of a Kinesis destination. */
        KinesisMetadata: {
            /** @description Name of the stream: letters, digits, `.`, `-` and `_`. */
            streamName: string;
            /** @description AWS region, such as `eu-west-1`. */
            region: string;
            /** @description URL of an AWS-compatible service to use in place of AWS. */
            endpointUrl?: string;
            /** @description JMESPath-style template that computes the partition key from the message, such as `data.groupRef`. Supports paths, `'texts'`, `a || b` and `join('/', [a, b])`. Defaults to the message’s ID. */
            partitionKeyTemplate?: string;
            /** @description Maximum number of messages per request. Reduced to the receiver’s limit if that is lower. */
            batchSize?: number;
            /** @description Maximum time a message waits to be batched, in seconds. */
            maxWaitSecs?: number;
        };
        /** @description Delivery statistics of the last 24 hours, in whole hours. */
        LastDay: {
            /** @description Number of successful attempts. */
            succeeded: number;
            /** @description Number of failed attempts, including those that were retried. */
            failed: number;
            /** @description Share of attempts that succeeded. Absent if there were none. */
            successRate?: number;
            /** @description Number of deliveries currently being retried. 10000 means 10,000 or more. */
            retrying: number;
            /** @description Number of deliveries currently paused because the destination is disabled. 10000 means 10,000 or more. */
            paused: number;
        };
        /** @description Entry in an operation’s log. */
        Log: {
            /**
             * Format: date-time
             * @description Time of the log entry.
             */
            timestamp: string;
            /** @description Log entry with its details. */
            message: {
                /**
                 * @description Message, as a sentence.
                 * @example Read 200 records.
                 */
                msg: string;
                /** @description Error message, as reported by its source. */
                error?: string;
                /** @description ID of the operation that wrote the entry. */
                operation_id?: string;
                /** @description Person or key that caused the logged action, in the format of the installation’s timeline. */
                by?: string;
                /** @description Call to the provider that the entry is about. */
                call?: components["schemas"]["LogCall"];
                /** @description Counters. Entries about changes are aggregated for a minute. */
                counted?: {
                    [key: string]: number;
                };
                /** @description Structured details, such as the method, path and status of a call. */
                details?: {
                    [key: string]: string;
                };
            } & {
                [key: string]: unknown;
            };
            /**
             * @description `info`, `warning` (the operation continued) or `error` (it failed, or failed more than once in a row).
             * @example info
             */
            severity: string;
        };
        /** @description Call to the provider’s API, without secrets. */
        LogCall: {
            /** @description HTTP method. */
            method: string;
            /** @description URL of the call. Query parameters are listed without their values. */
            url: string;
            /** @description HTTP status. Absent if no response was received. */
            status?: number;
            /** @description Duration in milliseconds. */
            durationMs: number;
            /** @description Number of the attempt, starting at 1. */
            attempt: number;
            /** @description Request headers. Values that may be secret are omitted. */
            requestHeaders: {
                [key: string]: string;
            };
            /** @description Response headers. Values that may be secret are omitted. Absent if no response was received. */
            responseHeaders?: {
                [key: string]: string;
            };
        };
        /** @description Credentials for a log collector. Never returned. */
        LogCredentials: {
            /** @description Headers required by the collector, such as `Authorization`. */
            headers?: components["schemas"]["WebhookHeaders"];
        };
        /** @description Settings of a log destination. */
        LogMetadata: {
            /** @description URL of an OTLP/HTTP collector. Defaults to the server’s own log. */
            endpointUrl?: string;
            /**
             * @description Severity of each log line. Defaults to `info`.
             * @enum {string}
             */
            severity?: "debug" | "info" | "warn" | "error";
            /** @description Attributes to add to each log line, by name. */
            attributes?: {
                [key: string]: string;
            };
            /** @description Maximum number of messages per request. Reduced to the receiver’s limit if that is lower. */
            batchSize?: number;
            /** @description Maximum time a message waits to be batched, in seconds. */
            maxWaitSecs?: number;
        };
        /** @description Error or warning in a manifest, with its position. */
        ManifestFinding: {
            /** @description Name of the rule. Warnings can be suppressed with a comment that contains it. */
            rule: string;
            /**
             * @description Severity of the finding. An `error` prevents the deploy.
             * @enum {string}
             */
            severity: "error" | "warning";
            /** @description Description of the problem, as a sentence. */
            message: string;
            /** @description Line number, starting at 1. */
            line: number;
            /** @description Column number, starting at 1. */
            column: number;
            /** @description Path of the key, such as `integrations[0].name`. */
            path: string;
            /** @description Closest valid value; absent if none is similar. */
            suggestion?: string;
        };
        /** @description Integration in `platform.yaml`: objects to read, write and subscribe to at one provider. */
        ManifestIntegration: {
            /**
             * @description Name of the integration in the UI library and the API. Unique in the project: letters, digits, `-` and `_`.
             * @example crm
             */
            name: string;
            /**
             * @description Name of the provider in the catalogue, such as `salesforce`.
             * @example salesforce
             */
            provider: string;
            /** @description Name shown to end users. Defaults to `name`. */
            displayName?: string;
            /** @description Module of the provider, by its key in the catalogue. Defaults to the provider’s default module. */
            module?: string;
            /** @description Objects to read from the provider. */
            read?: {
                /** @description Objects to read. Each object can be listed once. */
                objects?: components["schemas"]["IntegrationObject"][];
            };
            /** @description Objects that can be written to the provider. */
            write?: {
                /** @description Objects that can be written. Each object can be listed once. */
                objects?: components["schemas"]["IntegrationWriteObject"][];
            };
            /** @description Tools for AI agents at `/mcp/v1`. If unset, agents can do nothing. */
            tools?: {
                /** @description Objects that agents can work with. Each object can be listed once. */
                objects?: components["schemas"]["IntegrationToolObject"][];
                /** @description Calls to the provider’s API that agents can make. Proxy calls must also be enabled. */
                proxy?: components["schemas"]["IntegrationToolCalls"];
            };
            /** @description Whether your server can call the provider’s API on behalf of the customer. */
            proxy?: {
                /** @description `true` allows proxy calls. */
                enabled?: boolean;
                /** @description Whether paths are relative to the module’s base URL rather than the provider’s. */
                useModule?: boolean;
            };
            /** @description Changes to subscribe to. */
            subscribe?: {
                /** @description Objects to subscribe to. Each object can be listed once. */
                objects?: components["schemas"]["IntegrationSubscribeObject"][];
            };
            /** @description Reports added, removed and changed fields at the provider. */
            watchSchema?: {
                /**
                 * @description Name of the destination that receives schema changes.
                 * @example crm-webhook
                 */
                destination: string;
                /**
                 * @description Schedule of the check, as a cron expression with five fields in UTC, at least one hour apart. Defaults to daily.
                 * @example *\/30 * * * *
                 */
                schedule?: string;
                /** @description Schema changes to report, for every object that is read. */
                allObjects: {
                    /** @description Added fields. */
                    fieldCreated?: {
                        /**
                         * @description `always` applies to every installation.
                         * @constant
                         */
                        enabled: "always";
                    };
                    /** @description Removed fields. */
                    fieldDeleted?: {
                        /**
                         * @description `always` applies to every installation.
                         * @constant
                         */
                        enabled: "always";
                    };
                    /** @description Fields whose type or options changed. */
                    fieldChanged?: {
                        /**
                         * @description `always` applies to every installation.
                         * @constant
                         */
                        enabled: "always";
                    };
                };
            };
        };
        /** @description Preview of a deploy: what changes, and for whom. */
        ManifestRehearsal: {
            /** @description Errors and warnings, in the order of the file. */
            findings: components["schemas"]["ManifestFinding"][];
            /** @description Changes to each integration in the file. */
            integrations: {
                /** @description Name of the integration in the file. */
                name: string;
                /**
                 * @description Whether the integration is new, has a new revision or is unchanged.
                 * @enum {string}
                 */
                change: "create" | "update" | "none";
                /** @description Number of customers who have it installed. */
                installations: number;
                /** @description Effects on installations, by object. */
                effects: {
                    /**
                     * @description Provider object name, such as `Contact`.
                     * @example Contact
                     */
                    objectName: string;
                    /** @description Effect on the object, as a sentence. */
                    effect: string;
                    /** @description Number of affected installations. */
                    installations: number;
                    /** @description References of affected groups; at most 100. */
                    groupRefs: string[];
                }[];
            }[];
        };
        /** @description Live record before and after a change of `platform.yaml`. */
        MappingPreview: {
            /** @description Record as currently received. Absent if the object is not currently read or has no records. */
            before?: components["schemas"]["PreviewedRecord"];
            /** @description Same record with the change applied. Absent if the object would not be read, has no records, or the provider rejects the request. */
            after?: components["schemas"]["PreviewedRecord"];
            /** @description Whether the object would still be read. */
            isRead: boolean;
            /** @description Your fields that the customer would have to map first. */
            missingMappings: string[];
            /** @description The provider’s message if it rejects the request. */
            refusal?: string;
        };
        /** @description Membership of a builder in an organization. */
        Membership: {
            /**
             * @description ID of the organization.
             * @example org_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            orgId: string;
            /**
             * @description ID of the builder who has the membership.
             * @example bld_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            builderId: string;
            /**
             * @description `owner`: all permissions. `admin`: can change projects. `member`: can read, and trigger reads. `limited`: has only the projects in `projectRoles`.
             * @enum {string}
             */
            role: "owner" | "admin" | "member" | "limited";
            /** @description Roles by project ID. Only for the role `limited`, who cannot see other projects. */
            projectRoles?: {
                [key: string]: components["schemas"]["ProjectRole"];
            };
            /**
             * Format: date-time
             * @description Time of creation.
             */
            createTime: string;
        };
        /**
         * @description Type of a message: an event type, or the action of a message that contains records.
         * @enum {string}
         */
        MessageType: "connection.created" | "connection.error" | "connection.refreshed" | "connection.updated" | "connection.deleted" | "installation.created" | "installation.updated" | "installation.deleted" | "read.schedule.paused" | "read.backfill.done" | "read.triggered.done" | "read.triggered.error" | "write.async.done" | "subscribe.create.error" | "destination.webhook.disabled" | "read" | "subscribe" | "schema.watch";
        /** @description Value requested from an end user before connecting, or from a builder with the provider app. */
        MetadataItemInput: {
            /** @description Variable that receives the value; replaces `{{name}}` in URLs and templates. */
            name: string;
            /** @description Label of the input. Defaults to `name`. */
            displayName?: string;
            /** @description Instruction shown with the input. */
            prompt?: string;
            /** @description Value used if the input is left empty. */
            defaultValue?: string;
            /** @description URL of a provider page that explains where to find the value. */
            docsURL?: string;
            /** @description Modules that require the input, as keys. Defaults to all modules. */
            moduleDependencies?: {
                [key: string]: Record<string, never>;
            };
            /** @description Query parameter with which the sign-in returns the value. End users who sign in are not asked for it. */
            redirectParam?: string;
            /** @description Regular expression whose first group in that parameter is the value. Defaults to the whole text. */
            redirectCapture?: string;
        };
        /** @description Part of a provider’s API that is connected separately. */
        ModuleInfo: {
            /** @description Display name, such as `Salesforce CRM`. */
            displayName: string;
            /**
             * @description Base URL of the module; may contain `{{variables}}`.
             * @example https://{{.workspace}}.my.salesforce.com
             */
            baseURL: string;
            /** @description Features that this server supports for the module. */
            support: components["schemas"]["Support"];
            /** @description Setup required at the provider before changes can be subscribed to. */
            subscribeRequirements?: {
                [key: string]: boolean;
            };
        };
        /** @description Route from an event type to a topic. */
        NotificationEventTopicRoute: {
            /**
             * @description Opaque ID of the resource. IDs of one resource type sort by creation time.
             * @example etr_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            id: string;
            /** @description Event type to route. */
            eventType: components["schemas"]["NotificationEventType"];
            /**
             * @description ID of the topic that receives the events.
             * @example top_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            topicId: string;
            /**
             * @description ID of the project that owns the resource.
             * @example proj_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            projectId: string;
            /**
             * Format: date-time
             * @description Time of creation.
             */
            createTime: string;
            /**
             * Format: date-time
             * @description Time of the last change; absent if unchanged.
             */
            updateTime?: string;
        };
        /**
         * @description Event type that can be routed to a topic.
         * @enum {string}
         */
        NotificationEventType: "connection.created" | "connection.error" | "connection.refreshed" | "connection.updated" | "connection.deleted" | "installation.created" | "installation.updated" | "installation.deleted" | "read.schedule.paused" | "read.backfill.done" | "read.triggered.done" | "read.triggered.error" | "write.async.done" | "subscribe.create.error" | "destination.webhook.disabled";
        /** @description Constraints of a number field. */
        NumericFieldOptions: {
            /** @description Maximum number of digits. */
            precision?: number;
            /** @description Maximum number of digits after the decimal point. */
            scale?: number;
            /** @description Minimum value. */
            min?: number;
            /** @description Maximum value. */
            max?: number;
            /** @description Default value of new records. */
            defaultValue?: number;
        };
        /** @description Tokens obtained through the end user’s authorization. */
        Oauth2AuthorizationCode: {
            /** @description Access token sent with calls. Refreshed before it expires. */
            accessToken?: {
                /** @description Token value. Secret: returned only to callers allowed to read credentials. */
                token: string;
                /**
                 * Format: date-time
                 * @description Time at which the provider issued the token, if reported.
                 */
                issuedAt?: string;
                /**
                 * Format: date-time
                 * @description Time at which the token expires. Absent if the provider does not report it.
                 */
                expiresAt?: string;
            };
            /** @description Refresh token. Returned only with `includeRefreshToken`. Absent if the provider issues none. */
            refreshToken?: {
                /** @description Token value. Secret: returned only to callers allowed to read credentials. */
                token: string;
                /**
                 * Format: date-time
                 * @description Time at which the provider issued the token, if reported.
                 */
                issuedAt?: string;
                /**
                 * Format: date-time
                 * @description Time at which the token expires. Absent if the provider does not report it.
                 */
                expiresAt?: string;
            };
            /** @description Scopes granted by the provider; possibly fewer than requested. */
            scopes?: string[];
        };
        /** @description OAuth 2 settings of a provider. */
        Oauth2Opts: {
            /**
             * @description How tokens are obtained: through the end user’s sign-in (with or without PKCE), a client of the customer, or a password.
             * @enum {string}
             */
            grantType: "authorizationCode" | "authorizationCodePKCE" | "clientCredentials" | "password";
            /**
             * @description Authorization URL. Absent if no sign-in is needed.
             * @example https://login.salesforce.com/services/oauth2/authorize
             */
            authURL?: string;
            /**
             * @description Token endpoint, for authorization codes and refresh tokens.
             * @example https://login.salesforce.com/services/oauth2/token
             */
            tokenURL: string;
            /** @description Whether a provider app must list scopes. The provider rejects the sign-in without them. */
            explicitScopesRequired: boolean;
            /** @description Whether the end user must enter a workspace before signing in because the URLs contain it. */
            explicitWorkspaceRequired: boolean;
            /** @description Value of the `audience` parameter of authorization URLs, and of token requests with client credentials. */
            audience?: string[];
            /** @description Short names of scopes and the provider’s full names, which may contain `{{variables}}`. */
            scopeMappings?: {
                [key: string]: string;
            };
            /** @description Account details in the provider’s token reply, each as a path such as `data.id`. */
            tokenMetadataFields: {
                /** @description Path of the value stored as `providerWorkspaceRef`. */
                workspaceRefField?: string;
                /** @description Path of the value stored as `providerConsumerRef`. */
                consumerRefField?: string;
                /** @description Path of the granted scopes. */
                scopesField?: string;
                /** @description Additional values stored in the connection’s `providerMetadata`. */
                otherFields?: {
                    /** @description Key in `providerMetadata`; replaces `{{name}}`. */
                    name: string;
                    /** @description Label shown with the value. */
                    displayName: string;
                    /** @description Path in the token reply, with keys separated by dots. `{{clientId}}` is the client ID of the OAuth app. */
                    path: string;
                    /** @description Value of connections whose token reply did not contain one. */
                    defaultValue?: string;
                    /** @description Regular expression whose first group is the value. Defaults to the whole text. */
                    capture?: string;
                }[];
            };
            /** @description URL of the provider’s OAuth documentation. */
            docsURL?: string;
            /** @description Query parameters always added to the authorization URL. */
            authURLParams?: {
                [key: string]: string;
            };
            /** @description How calls send the access token. Defaults to `Authorization: Bearer`. */
            accessTokenOpts?: {
                /**
                 * @description Always `header`.
                 * @constant
                 */
                attachmentType: "accessTokenHeaderAttachment";
                /** @description Header that contains the token. */
                header?: {
                    /** @description Name of the header, such as `X-Api-Token`. */
                    name: string;
                    /** @description Text before the token, including the space, such as `Bearer `. */
                    valuePrefix?: string;
                };
                /** @description URL of the provider’s documentation. */
                docsURL?: string;
            };
            /** @description Interval for refreshing unused tokens, in hours, for providers whose refresh tokens expire without use. */
            keepAliveIntervalHours?: number;
        };
        /** @description How each supported action was verified. */
        ObjectEvidence: {
            /** @description Reading all records. */
            read?: components["schemas"]["Evidence"];
            /** @description Reading changes by modification time. */
            changes?: components["schemas"]["Evidence"];
            /** @description Creating records. */
            create?: components["schemas"]["Evidence"];
            /** @description Updating records by ID. */
            update?: components["schemas"]["Evidence"];
            /** @description Deleting records by ID. */
            delete?: components["schemas"]["Evidence"];
            /** @description Finding records by the value of a field. */
            search?: components["schemas"]["Evidence"];
        };
        /** @description Metadata of an object at the provider, with its fields. */
        ObjectMetadata: {
            /**
             * @description Provider object name.
             * @example Contact
             */
            name: string;
            /** @description Label of the object. */
            displayName?: string;
            /** @description Name of the object in your product. Absent if it is not mapped. */
            mappedObjectName?: string;
            /** @description Fields of the account, by provider field name. */
            fields: {
                [key: string]: components["schemas"]["FieldMetadata"];
            };
        };
        /** @description Scopes that an object requires, by action. */
        ObjectScopes: {
            /** @description Scopes required to read the object. */
            read?: string[];
            /** @description Scopes required to write the object. */
            write?: string[];
        };
        /** @description One run of a read, a write or a custom field update. */
        Operation: {
            /**
             * @description Opaque ID of the resource. IDs of one resource type sort by creation time.
             * @example op_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            id: string;
            /**
             * @description ID of the project that owns the resource.
             * @example proj_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            projectId: string;
            /**
             * @description ID of the integration that the operation ran for.
             * @example int_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            integrationId: string;
            /**
             * @description ID of the configuration in effect when the operation started.
             * @example conf_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            configId: string;
            /**
             * @description ID of the installation that the operation ran for.
             * @example inst_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            installationId: string;
            /**
             * @description Reference of the customer.
             * @example customer-7
             */
            groupRef?: string;
            /**
             * @description Name of the customer.
             * @example Globex
             */
            groupName?: string;
            /**
             * @description Type of the operation: `read`, `write`, `subscribe`, `customFields` or `toolCall`.
             * @example read
             */
            actionType: string;
            /**
             * @description Status of the operation. Only `in_progress` operations can change, and only reads can be canceled. `incomplete`: the read delivered what the provider returned, but records may be missing; see `incomplete`.
             * @enum {string}
             */
            status: "in_progress" | "success" | "incomplete" | "failure" | "canceled";
            /** @description Why the read may not have returned all records. Present only if `status` is `incomplete`. */
            incomplete?: string;
            /** @description Outcome, as a sentence; absent while the operation runs. */
            result?: string;
            /** @description Details and progress of the operation. */
            metadata?: {
                /** @description Objects read or written, by provider name. */
                objects?: string[];
                /** @description Retry state while the provider does not respond. */
                retry?: {
                    /** @description Number of attempts. */
                    attempts?: number;
                    /**
                     * Format: date-time
                     * @description Time of the last attempt.
                     */
                    lastAttempt?: string;
                    /**
                     * Format: date-time
                     * @description Time of the last notification about the outage.
                     */
                    lastNotified?: string;
                };
                /** @description Progress of a read. */
                progress?: {
                    /**
                     * @description Same as `installationId` of the operation.
                     * @example inst_01jz5q0f8kf3bvw9s2m6t4x7ra
                     */
                    installationId?: string;
                    /**
                     * @description Object being read.
                     * @example Contact
                     */
                    objectName?: string;
                    /**
                     * @description Same as `id` of the operation.
                     * @example op_01jz5q0f8kf3bvw9s2m6t4x7ra
                     */
                    operationId?: string;
                    /** @description Number of records read so far. */
                    recordsProcessed?: number;
                    /** @description Total number of records, if the provider reports it. */
                    recordsEstimatedTotal?: number;
                    /** @description Progress in percent. Absent if the total is unknown. */
                    percent?: number;
                };
                /** @description IDs of the records written, at the provider. Only for writes. */
                successfulRecordIds?: string[];
            };
            /**
             * @description Why the read started: first read, schedule or request. Only for reads.
             * @enum {string}
             */
            mode?: "backfill" | "scheduled" | "triggered";
            /**
             * Format: date-time
             * @description Only changes at or after this time are read. If unset, all records are read.
             */
            since?: string;
            /**
             * Format: date-time
             * @description Only changes before this time are read. If unset, reads up to the present.
             */
            until?: string;
            /**
             * @description Who requested the operation, such as `builder:ana@acme.example` or `api-key:key_…`. Absent if it started automatically.
             * @example api:create-installation
             */
            createdBy?: string;
            /** @description Who canceled the operation, in the same format. */
            canceledBy?: string;
            /**
             * Format: date-time
             * @description Time of creation.
             */
            createTime: string;
            /**
             * Format: date-time
             * @description Time at which the operation ended; absent while it runs.
             */
            endTime?: string;
        };
        /** @description Log entry with the operation that wrote it. */
        OperationLog: {
            /**
             * Format: date-time
             * @description Time of the log entry.
             */
            timestamp: string;
            /** @description Log entry with its details. */
            message: {
                /**
                 * @description Message, as a sentence.
                 * @example Read 200 records.
                 */
                msg: string;
                /** @description Error message, as reported by its source. */
                error?: string;
                /** @description ID of the operation that wrote the entry. */
                operation_id?: string;
                /** @description Person or key that caused the logged action, in the format of the installation’s timeline. */
                by?: string;
                /** @description Call to the provider that the entry is about. */
                call?: components["schemas"]["LogCall"];
                /** @description Counters. Entries about changes are aggregated for a minute. */
                counted?: {
                    [key: string]: number;
                };
                /** @description Structured details, such as the method, path and status of a call. */
                details?: {
                    [key: string]: string;
                };
            } & {
                [key: string]: unknown;
            };
            /**
             * @description `info`, `warning` (the operation continued) or `error` (it failed, or failed more than once in a row).
             * @example info
             */
            severity: string;
            /**
             * @description ID of the operation that wrote the entry.
             * @example op_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            operationId: string;
            /**
             * @description ID of the integration that the operation ran for.
             * @example int_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            integrationId: string;
            /**
             * @description ID of the installation that the operation ran for.
             * @example inst_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            installationId: string;
            /**
             * @description Reference of the customer.
             * @example customer-7
             */
            groupRef?: string;
            /**
             * @description Name of the customer.
             * @example Globex
             */
            groupName?: string;
            /**
             * @description Object read or written.
             * @example Contact
             */
            objectName: string;
        };
        /** @description Company that builds with the platform, with its members and projects. */
        Org: {
            /**
             * @description Opaque ID of the resource. IDs of one resource type sort by creation time.
             * @example org_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            id: string;
            /**
             * @description Name of the organization.
             * @example Acme
             */
            label: string;
            /** @description ID of the team that contains all members. */
            defaultTeamId: string;
            /**
             * Format: date-time
             * @description Time of creation.
             */
            createTime: string;
            /**
             * Format: date-time
             * @description Time of the last change; absent if unchanged.
             */
            updateTime?: string;
        };
        /** @description Pagination of a provider’s lists. */
        Paging: {
            /**
             * @description `cursor`, `offset`, `page`, `lastId`: value of a parameter in the next call. `nextUrl`: the reply contains the URL of the next page. `linkHeader`: the `Link` header contains it.
             * @enum {string}
             */
            style: "cursor" | "nextUrl" | "linkHeader" | "offset" | "page" | "lastId";
            /** @description Parameter that sets the page size. */
            sizeParam?: string;
            /** @description Maximum number of records per page. */
            maxSize?: number;
        };
        /** @description Live record as your product would receive it. */
        PreviewedRecord: {
            /**
             * @description Name of the object in your product, as used in messages.
             * @example Contact
             */
            objectName: string;
            /** @description Values of fields under their provider names. */
            fields: {
                [key: string]: unknown;
            };
            /** @description Values of mapped fields under your names. Absent if no fields are mapped. */
            mappedFields?: {
                [key: string]: unknown;
            };
        };
        /** @description Version of a record in an earlier message. */
        PreviousRecord: {
            /**
             * @description ID of the event; sent as the message’s `webhook-id`.
             * @example evt_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            eventId: string;
            /**
             * @description Reference of the customer.
             * @example customer-7
             */
            groupRef?: string;
            /**
             * @description Name of the customer at the time of the event.
             * @example Globex
             */
            groupName?: string;
            /**
             * @description Object of the records.
             * @example Contact
             */
            objectName?: string;
            /** @description Number of earlier messages of the object that were searched, at most 200. */
            searchedMessages: number;
            /** @description Latest earlier version. Absent if none was found, or the record contains no ID by which to find it. */
            previous?: {
                /**
                 * @description ID of the event that delivered the version.
                 * @example evt_01jz5q0f8kf3bvw9s2m6t4x7ra
                 */
                eventId: string;
                /**
                 * Format: date-time
                 * @description Time of that event.
                 */
                createTime: string;
                /** @description Record as delivered then. */
                record: components["schemas"]["ResultEntry"];
            };
        };
        /** @description One of your products. */
        Project: {
            /**
             * @description Opaque ID of the resource. IDs of one resource type sort by creation time.
             * @example proj_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            id: string;
            /**
             * @description Name of the project in URLs. Unique; stored in lower case.
             * @example acme-crm
             */
            name: string;
            /**
             * @description Name of your product, shown to end users when they connect.
             * @example Acme CRM
             */
            appName: string;
            /**
             * @description ID of the organization that owns the project.
             * @example org_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            orgId: string;
            /**
             * @description Whether API keys of scope `frontend` are accepted. `off` requires a JWT signed by your backend in browsers.
             * @enum {string}
             */
            frontendKeys: "allowed" | "off";
            /** @description Origins whose pages can use JWTs of end users, and frontend keys without `allowedOrigins` of their own. Empty allows all origins. */
            allowedOrigins: string[];
            /**
             * Format: date-time
             * @description Time of creation.
             */
            createTime: string;
            /**
             * Format: date-time
             * @description Time of the last change; absent if unchanged.
             */
            updateTime?: string;
            /** @description Features available to the project. Returned only with `includeEntitlements`. */
            entitlements?: components["schemas"]["Entitlements"];
        };
        /**
         * @description Role in one project. `viewer`: can view configuration and activity, but no records and no secrets. `operator`: can also view records and manage installations, connections and notifications. `developer`: can also view records, deploy and change notifications. `admin`: everything.
         * @enum {string}
         */
        ProjectRole: "viewer" | "developer" | "operator" | "admin";
        /** @description Level of verification for each capability: the lowest of the objects that are usually installed first. Absent for unsupported ones. The level of `read` is that of the provider. */
        Proofs: {
            /**
             * @description `stand-in`: not verified; tested only with a server generated from the entry. `spec`: agrees with the provider’s own API specification. `recorded`: processes recorded responses of the provider correctly. `live`: tested with the provider.
             * @enum {string}
             */
            read?: "stand-in" | "spec" | "recorded" | "live";
            /**
             * @description `stand-in`: not verified; tested only with a server generated from the entry. `spec`: agrees with the provider’s own API specification. `recorded`: processes recorded responses of the provider correctly. `live`: tested with the provider.
             * @enum {string}
             */
            write?: "stand-in" | "spec" | "recorded" | "live";
            /**
             * @description `stand-in`: not verified; tested only with a server generated from the entry. `spec`: agrees with the provider’s own API specification. `recorded`: processes recorded responses of the provider correctly. `live`: tested with the provider.
             * @enum {string}
             */
            delete?: "stand-in" | "spec" | "recorded" | "live";
            /**
             * @description `stand-in`: not verified; tested only with a server generated from the entry. `spec`: agrees with the provider’s own API specification. `recorded`: processes recorded responses of the provider correctly. `live`: tested with the provider.
             * @enum {string}
             */
            search?: "stand-in" | "spec" | "recorded" | "live";
            /**
             * @description `stand-in`: not verified; tested only with a server generated from the entry. `spec`: agrees with the provider’s own API specification. `recorded`: processes recorded responses of the provider correctly. `live`: tested with the provider.
             * @enum {string}
             */
            subscribe?: "stand-in" | "spec" | "recorded" | "live";
            /**
             * @description `stand-in`: not verified; tested only with a server generated from the entry. `spec`: agrees with the provider’s own API specification. `recorded`: processes recorded responses of the provider correctly. `live`: tested with the provider.
             * @enum {string}
             */
            customFields?: "stand-in" | "spec" | "recorded" | "live";
            /**
             * @description Present if any list endpoint can be used as an object by its path, such as `/v2/things`. It is read like the provider’s other lists; this has not been tested.
             * @constant
             */
            readByPath?: "unverified";
        };
        /** @description Your OAuth client at a provider. Its secret and `providerParams` are write-only. */
        ProviderApp: {
            /**
             * @description Opaque ID of the resource. IDs of one resource type sort by creation time.
             * @example papp_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            id: string;
            /**
             * @description ID of the project that owns the resource.
             * @example proj_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            projectId: string;
            /** @description Your own name for the app, unique per provider. The app without one is the provider’s default. */
            externalRef?: string;
            /**
             * @description Name of the provider in the catalogue, such as `salesforce`.
             * @example salesforce
             */
            provider: string;
            /**
             * @description Client ID issued by the provider.
             * @example 3MVG9acmeClient
             */
            clientId: string;
            /** @description Scopes requested from end users. Defaults to the provider’s default scopes. */
            scopes?: string[];
            /** @description Additional values required by the provider. */
            metadata?: components["schemas"]["ProviderAppMetadata"];
            /** @description Names of the `providerParams` that are set. Their values are never returned. */
            providerParamNames?: string[];
            /** @description Why the provider rejects the client; absent while it accepts it. */
            refusal?: components["schemas"]["ProviderAppRefusal"];
            /**
             * Format: date-time
             * @description Time of creation.
             */
            createTime: string;
            /**
             * Format: date-time
             * @description Time of the last change; absent if unchanged.
             */
            updateTime?: string;
        };
        /** @description Values that a provider requires for an OAuth client in addition to its ID and secret. */
        ProviderAppMetadata: {
            /** @description Query parameters for the authorization URL, each with its values. */
            authQueryParams?: {
                [key: string]: string[];
            };
            /** @description Additional values that the provider requires, such as a developer key. Write-only: an update without this field keeps the values, an empty object clears them. */
            providerParams?: {
                [key: string]: string;
            };
        };
        /** @description Rejection of the OAuth client by the provider. Tokens are not refreshed until the client’s ID and secret are corrected. */
        ProviderAppRefusal: {
            /** @description The provider’s message, truncated and without secrets. */
            detail: string;
            /**
             * Format: date-time
             * @description Time of the last rejection.
             */
            time: string;
        };
        /** @description How an OAuth app is registered with the provider. */
        ProviderAppRules: {
            /**
             * Format: uri
             * @description URL of the page where an app is registered.
             */
            consoleURL?: string;
            /** @description Steps to register an app, in order. */
            steps?: string[];
            /** @description Requirements beyond registration. */
            requirements?: components["schemas"]["AppRequirement"][];
            /** @description Limits of an app, such as the number of accounts that can connect. */
            limits?: {
                /** @description What is limited. */
                what: string;
                /** @description The limit. */
                value: string;
                /** @description Document of the provider, or another public document, that states the fact. */
                source?: string;
            }[];
        };
        /** @description Dated change of a provider’s API or rules. */
        ProviderChange: {
            /**
             * Format: date
             * @description Day from which the change applies, such as `2027-01-01`.
             */
            from: string;
            /** @description What changes, and for whom. */
            what: string;
            /** @description Affected objects. Absent if every connection is affected. */
            objects?: string[];
            /** @description Document of the provider, or another public document, that states the fact. */
            source?: string;
        };
        /** @description Catalogue entry of a provider: authentication, API addresses and supported features. */
        ProviderInfo: {
            /**
             * @description Key of the provider in URLs, in `platform.yaml` and in every `provider` field.
             * @example salesforce
             */
            name: string;
            /** @description Display name. Defaults to `name`. */
            displayName?: string;
            /**
             * @description Authentication type. The `…Opts` field of the same type contains the details.
             * @enum {string}
             */
            authType: "oauth2" | "apiKey" | "basic" | "jwt" | "custom" | "none";
            /**
             * @description Base URL of the API; may contain `{{variables}}` such as the workspace.
             * @example https://{{.workspace}}.my.salesforce.com
             */
            baseURL: string;
            /**
             * @description Module used by integrations that name none. `root` if there is only one.
             * @example crm
             */
            defaultModule: string;
            /** @description Present if `authType` is `oauth2`. */
            oauth2Opts?: components["schemas"]["Oauth2Opts"];
            /** @description Present if `authType` is `apiKey`. */
            apiKeyOpts?: components["schemas"]["ApiKeyOpts"];
            /** @description Present if `authType` is `basic` and the provider uses more than a user name and password. */
            basicOpts?: components["schemas"]["BasicAuthOpts"];
            /** @description Present if `authType` is `custom`. */
            customOpts?: components["schemas"]["CustomAuthOpts"];
            /** @description Features that this server supports for the provider’s default module. */
            support: components["schemas"]["Support"];
            /** @description Level of verification for each capability of the default module. Absent if there are no capabilities. */
            proof?: components["schemas"]["Proofs"];
            /**
             * @description Present if the operator of the server overrides URLs of the entry. `proof` and `evidence` were determined for the shipped entry.
             * @constant
             */
            urlsOverridden?: true;
            /** @description Version of the provider’s API that calls use, if it is dated or ends. */
            apiVersion?: string;
            /**
             * Format: date
             * @description Last day on which the provider supports `apiVersion`, such as `2028-07-15`.
             */
            supportedUntil?: string;
            /** @description URL of the provider’s API documentation. Absent if unknown. */
            docsURL?: string;
            /** @description Pagination of the provider’s lists, if known and mostly uniform. */
            paging?: components["schemas"]["Paging"];
            /** @description Known rate limits. Individual accounts may have higher ones. */
            rateLimits?: components["schemas"]["ProviderRateLimit"][];
            /** @description Scopes that the provider grants access by. Absent if unknown. */
            scopes?: components["schemas"]["ProviderScopes"];
            /** @description How an OAuth app is registered with the provider. Absent if unknown. */
            app?: components["schemas"]["ProviderAppRules"];
            /** @description Known errors of the sign-in, with their remedies. */
            signInErrors?: components["schemas"]["SignInError"][];
            /** @description Dated changes announced by the provider, the earliest first. */
            changes?: components["schemas"]["ProviderChange"][];
            /** @description Side-effect-free call that verifies credentials. */
            authHealthCheck?: {
                /** @description Full URL; may contain `{{variables}}`. */
                url: string;
                /** @description HTTP method, such as `GET`. */
                method?: string;
                /** @description HTTP statuses that indicate valid credentials. */
                successStatusCodes?: number[];
            };
            /** @description Whether `metadata.postAuthentication` must be looked up before the first call. */
            postAuthInfoNeeded?: boolean;
            /** @description Images of the provider, if freely licensed ones exist. */
            media?: {
                /** @description Images for light backgrounds. */
                regular?: {
                    /** @description URL of a square icon, for lists. */
                    iconURL?: string;
                    /** @description URL of a wide logo with the provider’s name, for headings. */
                    logoURL?: string;
                };
                /** @description Images for dark backgrounds. */
                darkMode?: {
                    /** @description URL of a square icon, for lists. */
                    iconURL?: string;
                    /** @description URL of a wide logo with the provider’s name, for headings. */
                    logoURL?: string;
                };
            };
            /** @description Labels of the provider, by category. */
            labels?: {
                [key: string]: string;
            };
            /** @description Setup required at the provider before changes can be subscribed to. */
            subscribeRequirements?: {
                [key: string]: boolean;
            };
            /** @description Parts of the API that are connected separately, by the key used in the manifest. */
            modules?: {
                [key: string]: components["schemas"]["ModuleInfo"];
            };
            /** @description Account details required in addition to credentials. */
            metadata?: {
                /** @description Inputs requested from the end user before connecting. */
                input?: components["schemas"]["MetadataItemInput"][];
                /** @description Values that the server looks up after connecting. */
                postAuthentication?: {
                    /** @description Variable that receives the value. */
                    name: string;
                    /** @description Modules that require the value, as keys. Defaults to all modules. */
                    moduleDependencies?: {
                        [key: string]: Record<string, never>;
                    };
                }[];
            };
            /** @description Values that a provider app requires in addition to client ID and secret. */
            providerAppMetadata?: {
                /** @description Query parameters for the authorization URL. */
                authQueryParams?: components["schemas"]["MetadataItemInput"][];
                /** @description Values that the provider issued with the OAuth client, such as a developer key. */
                providerParams?: components["schemas"]["MetadataItemInput"][];
            };
        };
        /** @description Provider-specific values of the account, by variable name. */
        ProviderMetadata: {
            [key: string]: {
                /** @description Value that replaces `{{name}}` in URLs and templates. */
                value: string;
                /**
                 * @description Source of the value: the end user, the token reply or the provider.
                 * @enum {string}
                 */
                source: "input" | "token" | "provider";
                /** @description Label shown with the value. */
                displayName?: string;
            };
        };
        /** @description Features supported for one object of a provider. */
        ProviderObject: {
            /** @description Display name at the provider. */
            displayName: string;
            /** @description How the object is read. Absent if it cannot be read. */
            read?: {
                /**
                 * @description How later reads detect changes: by modification `time`, or by comparing all records with a `snapshot` if the provider does not report modification times.
                 * @enum {string}
                 */
                changes: "time" | "snapshot";
                /**
                 * @description Whether numbered pages can cause records to be missed. If another record is deleted during a read, a record can move to an earlier page; it is missed until it changes or a full read runs.
                 * @constant
                 */
                mayMiss?: true;
            };
            /** @description Supported write actions. */
            writes: ("create" | "update" | "delete")[];
            /** @description Events that can be subscribed to. Empty if there are none. */
            events: ("create" | "update" | "delete")[];
            /** @description How each supported action was verified. Absent for providers implemented in code. */
            evidence?: components["schemas"]["ObjectEvidence"];
            /** @description Fields that records can be searched by, and that can be the key of an upsert. Empty if search is not supported. */
            searchFields: string[];
            /** @description Objects whose associated records reads can deliver. Absent if there are none. */
            associations?: string[];
            /** @description Types of the fields that every account has, by name. Absent if they can only be read from an account. */
            fields?: {
                [key: string]: "string" | "boolean" | "singleSelect" | "multiSelect" | "date" | "datetime" | "int" | "float" | "reference" | "other";
            };
        };
        /** @description Rate limit of a provider. */
        ProviderRateLimit: {
            /** @description Maximum number of calls per period. */
            calls: number;
            /** @description Length of the period, in seconds. */
            perSeconds: number;
            /**
             * @description Scope of the limit: per connection, per customer account, per OAuth client, or per OAuth client and account. Absent if unknown.
             * @enum {string}
             */
            sharedBy?: "connection" | "account" | "app" | "appInAccount";
        };
        /** @description Scopes that a provider grants access by. */
        ProviderScopes: {
            /**
             * @description `request`: the sign-in requests scopes. `app`: scopes are selected in the provider’s console, and the sign-in requests none. `credential`: permissions of the API key that the customer enters.
             * @enum {string}
             */
            grantedBy: "request" | "app" | "credential";
            /** @description Scopes required for every connection. */
            signIn?: string[];
            /** @description Scopes required for a refresh token. Without them, a connection ends. */
            offline?: string[];
            /** @description Scopes of each object. `*` contains those of all other objects. Other objects without an entry are unknown. */
            byObject?: {
                [key: string]: components["schemas"]["ObjectScopes"];
            };
            /** @description Document of the provider, or another public document, that states the fact. */
            source?: string;
        };
        /** @description The backfill of an object is complete. */
        ReadBackfillDoneMessage: {
            /**
             * @description Type of the event.
             * @constant
             */
            notificationType: "read.backfill.done";
            /** @description What happened. */
            data: {
                /** @description ID of the project that owns the destination. */
                projectId: string;
                /**
                 * @description Name of the provider in the catalogue, such as `salesforce`.
                 * @example salesforce
                 */
                provider: string;
                /** @description ID of the integration concerned. */
                integrationId: string;
                /** @description Name of the integration in `platform.yaml`. */
                integrationName: string;
                /** @description ID of the installation concerned. */
                installationId: string;
                /** @description ID of the connection concerned. */
                connectionId: string;
                /**
                 * @description Your reference for the customer.
                 * @example customer-7
                 */
                groupRef: string;
                /**
                 * @description Name of the customer.
                 * @example Globex
                 */
                groupName: string;
                /**
                 * @description Your reference for the end user who connected.
                 * @example user-42
                 */
                consumerRef: string;
                /**
                 * @description Name of the end user who connected.
                 * @example Hank Scorpio
                 */
                consumerName: string;
                /**
                 * @description Name of the object: yours if it is mapped, otherwise the provider’s.
                 * @example Contact
                 */
                objectName: string;
                /** @description Name of the object at the provider. */
                rawObjectName: string;
                /** @description Your name of the object (`mapToName`). Absent if it is not mapped. */
                mappedObjectName?: string;
                /** @description ID of the operation that caused the message. */
                operationId: string;
                /** @description Number of records that were too large to read. Absent if there were none. */
                recordsLeftOut?: number;
                /** @description Why the read may have missed records. Absent if it returned all. */
                incomplete?: string;
            };
        };
        /** @description How one object is read for a customer. */
        ReadConfigObject: {
            /**
             * @description Object name repeated, for clients that send it. Ignored: the key of the entry applies.
             * @example Contact
             */
            objectName?: string;
            /**
             * @description Schedule of reads, as a cron expression with five fields in UTC, at least 10 minutes apart, such as `0 *\/6 * * *`. If unset, the object is read only on request.
             * @example *\/30 * * * *
             */
            schedule?: string;
            /** @description Whether the end user has turned the object off. A running read stops at its next page. */
            disabled?: boolean;
            /**
             * @description Destination for the object’s messages; overrides the manifest.
             * @example crm-webhook
             */
            destination?: string;
            /** @description Optional fields of the manifest to read, by provider field name. `true` selects a field. */
            selectedFields?: {
                [key: string]: boolean;
            };
            /** @description Value mappings by name of the mapped field: provider value → your value. */
            selectedValueMappings?: {
                [key: string]: {
                    [key: string]: string;
                };
            };
            /** @description Field mappings requested by your page in addition to those in the manifest. */
            dynamicMappingsInput?: components["schemas"]["DynamicMappingsInputEntry"][];
            /** @description Field mappings by your field name: your name → the provider field chosen by the end user. */
            selectedFieldMappings?: {
                [key: string]: string;
            };
            /**
             * @description `all` selects every optional field. With `optionalFieldsAuto: all` in the manifest, it selects every field of the account, including fields added later.
             * @constant
             */
            selectedFieldsAuto?: "all";
            /** @description Backfill settings; override the manifest. */
            backfill?: components["schemas"]["BackfillConfig"];
            /** @description Conditions that records must all match to be read. */
            fieldFilters?: components["schemas"]["ReadFilter"][];
        };
        /** @description Condition that records must match. */
        ReadFilter: {
            /**
             * @description Provider field name.
             * @example LastName
             */
            fieldName: string;
            /**
             * @description Comparison operator. Only equality is supported.
             * @constant
             */
            operator: "eq";
            /** @description Value to compare with: text, number or boolean. */
            value?: unknown;
        };
        /** @description Records of a read. */
        ReadMessage: {
            /** @description ID of the project that owns the destination. */
            projectId: string;
            /**
             * @description Name of the provider in the catalogue, such as `salesforce`.
             * @example salesforce
             */
            provider: string;
            /**
             * @description Your reference for the customer.
             * @example customer-7
             */
            groupRef: string;
            /**
             * @description Name of the customer.
             * @example Globex
             */
            groupName: string;
            /**
             * @description Your reference for the end user who connected.
             * @example user-42
             */
            consumerRef: string;
            /**
             * @description Name of the end user who connected.
             * @example Hank Scorpio
             */
            consumerName: string;
            /** @description ID of the installation concerned. */
            installationId: string;
            /** @description Time at which the installation last changed. */
            installationUpdateTime: string;
            /**
             * @description Name of the object: yours if it is mapped, otherwise the provider’s.
             * @example Contact
             */
            objectName: string;
            /** @description Name of the object at the provider. */
            rawObjectName: string;
            /** @description Your name of the object (`mapToName`). Absent if it is not mapped. */
            mappedObjectName?: string;
            /** @description Workspace or instance at the provider. */
            workspace?: string;
            /** @description Where the records are. */
            resultInfo: {
                /**
                 * @description `inline`: the records are in `result`. `url`: download them.
                 * @enum {string}
                 */
                type: "inline" | "url";
                /** @description Number of records. */
                numRecords: number;
                /** @description URL of a large record. No credential needed. */
                downloadUrl?: string;
            };
            /**
             * @description Kind of message.
             * @constant
             */
            action: "read";
            /** @description ID of the operation that caused the message. */
            operationId: string;
            /** @description Time at which the read was created. */
            operationTime: string;
            /**
             * @description What caused the read.
             * @enum {string}
             */
            readType?: "backfill" | "scheduled" | "triggered";
            /** @description Records. Absent with `downloadUrl`. */
            result?: components["schemas"]["ResultEntry"][];
        };
        /** @description Reads of an object are paused until they are resumed. */
        ReadSchedulePausedMessage: {
            /**
             * @description Type of the event.
             * @constant
             */
            notificationType: "read.schedule.paused";
            /** @description What happened. */
            data: {
                /** @description ID of the project that owns the destination. */
                projectId: string;
                /**
                 * @description Name of the provider in the catalogue, such as `salesforce`.
                 * @example salesforce
                 */
                provider: string;
                /** @description ID of the integration concerned. */
                integrationId: string;
                /** @description Name of the integration in `platform.yaml`. */
                integrationName: string;
                /** @description ID of the installation concerned. */
                installationId: string;
                /** @description ID of the connection concerned. */
                connectionId: string;
                /**
                 * @description Your reference for the customer.
                 * @example customer-7
                 */
                groupRef: string;
                /**
                 * @description Name of the customer.
                 * @example Globex
                 */
                groupName: string;
                /**
                 * @description Your reference for the end user who connected.
                 * @example user-42
                 */
                consumerRef: string;
                /**
                 * @description Name of the end user who connected.
                 * @example Hank Scorpio
                 */
                consumerName: string;
                /**
                 * @description Name of the object: yours if it is mapped, otherwise the provider’s.
                 * @example Contact
                 */
                objectName: string;
                /** @description Name of the object at the provider. */
                rawObjectName: string;
                /** @description Your name of the object (`mapToName`). Absent if it is not mapped. */
                mappedObjectName?: string;
                /** @description ID of the read that failed, if one did. */
                operationId?: string;
                /** @description Configuration, up to 100 kB. */
                config?: components["schemas"]["Config"];
                /** @description URL of a configuration above 100 kB. */
                configURL?: string;
                /** @description Reason, as a sentence. */
                error: string;
            };
        };
        /** @description A triggered read completed. */
        ReadTriggeredDoneMessage: {
            /**
             * @description Type of the event.
             * @constant
             */
            notificationType: "read.triggered.done";
            /** @description What happened. */
            data: {
                /** @description ID of the project that owns the destination. */
                projectId: string;
                /**
                 * @description Name of the provider in the catalogue, such as `salesforce`.
                 * @example salesforce
                 */
                provider: string;
                /** @description ID of the integration concerned. */
                integrationId: string;
                /** @description Name of the integration in `platform.yaml`. */
                integrationName: string;
                /** @description ID of the installation concerned. */
                installationId: string;
                /** @description ID of the connection concerned. */
                connectionId: string;
                /**
                 * @description Your reference for the customer.
                 * @example customer-7
                 */
                groupRef: string;
                /**
                 * @description Name of the customer.
                 * @example Globex
                 */
                groupName: string;
                /**
                 * @description Your reference for the end user who connected.
                 * @example user-42
                 */
                consumerRef: string;
                /**
                 * @description Name of the end user who connected.
                 * @example Hank Scorpio
                 */
                consumerName: string;
                /**
                 * @description Name of the object: yours if it is mapped, otherwise the provider’s.
                 * @example Contact
                 */
                objectName: string;
                /** @description Name of the object at the provider. */
                rawObjectName: string;
                /** @description Your name of the object (`mapToName`). Absent if it is not mapped. */
                mappedObjectName?: string;
                /** @description ID of the operation that caused the message. */
                operationId: string;
                /** @description Start of the requested period. */
                fromTimestamp?: string;
                /** @description End of the requested period. */
                untilTimestamp?: string;
                /** @description Number of records that were too large to read. Absent if there were none. */
                recordsLeftOut?: number;
                /** @description Why the read may have missed records. Absent if it returned all. */
                incomplete?: string;
            };
        };
        /** @description A triggered read failed. */
        ReadTriggeredErrorMessage: {
            /**
             * @description Type of the event.
             * @constant
             */
            notificationType: "read.triggered.error";
            /** @description What happened. */
            data: {
                /** @description ID of the project that owns the destination. */
                projectId: string;
                /**
                 * @description Name of the provider in the catalogue, such as `salesforce`.
                 * @example salesforce
                 */
                provider: string;
                /** @description ID of the integration concerned. */
                integrationId: string;
                /** @description Name of the integration in `platform.yaml`. */
                integrationName: string;
                /** @description ID of the installation concerned. */
                installationId: string;
                /** @description ID of the connection concerned. */
                connectionId: string;
                /**
                 * @description Your reference for the customer.
                 * @example customer-7
                 */
                groupRef: string;
                /**
                 * @description Name of the customer.
                 * @example Globex
                 */
                groupName: string;
                /**
                 * @description Your reference for the end user who connected.
                 * @example user-42
                 */
                consumerRef: string;
                /**
                 * @description Name of the end user who connected.
                 * @example Hank Scorpio
                 */
                consumerName: string;
                /**
                 * @description Name of the object: yours if it is mapped, otherwise the provider’s.
                 * @example Contact
                 */
                objectName: string;
                /** @description Name of the object at the provider. */
                rawObjectName: string;
                /** @description Your name of the object (`mapToName`). Absent if it is not mapped. */
                mappedObjectName?: string;
                /** @description ID of the operation that caused the message. */
                operationId: string;
                /** @description Start of the requested period. */
                fromTimestamp?: string;
                /** @description End of the requested period. */
                untilTimestamp?: string;
                /** @description Reason, as a sentence. */
                error: string;
            };
        };
        /** @description Why a record was not written. */
        RecordError: {
            /** @description Name of the field as it was sent. Absent if the error is not about one field. */
            field?: string;
            /** @description Reason, in the provider’s words. */
            reason: string;
        };
        /** @description Outcome for one record of an asynchronous write. */
        RecordResult: {
            /** @description Position of the record in the request, from 0. */
            index: number;
            /** @description Whether the record was written. */
            success: boolean;
            /** @description ID of the record at the provider. */
            recordId?: string;
            /** @description Whether an upsert created the record. Absent if unknown. */
            created?: boolean;
            /** @description Why the record was not written: one entry per field. Empty if it was written. */
            errors: components["schemas"]["RecordError"][];
        };
        /** @description Redacted reply of a provider. */
        RecordedReply: {
            /** @description Object that was read. */
            object: string;
            /** @description Identifies the read; its replies are in order. */
            recording: string;
            /** @description Origin and month of the recording; on its first reply. */
            source?: {
                /** @description Who recorded it, and how. */
                source: string;
                /** @description Month, such as `2026-11`. */
                date: string;
            };
            /** @description Page size and fields that were requested; on the first reply. */
            asked?: {
                /** @description Number of records per page. */
                pageSize?: number;
                /** @description Provider’s names of the fields. */
                fieldNames?: string[];
            };
            /** @description HTTP method of the request. */
            method: string;
            /** @description Path of the request, or its URL below `https://api.example.test`. */
            path: string;
            /** @description Query parameters of the request. */
            query?: {
                [key: string]: string | string[];
            };
            /** @description Sent to the provider as JSON; absent without one. */
            requestBody?: unknown;
            /** @description HTTP status of the reply. */
            status: number;
            /** @description Headers of the reply on which paging depends. */
            headers?: {
                [key: string]: string;
            };
            /** @description How the page was read; on its last reply. */
            expected?: {
                /** @description Number of records of the page. */
                records: number;
                /** @description Whether a page follows. */
                next: boolean;
                /** @description IDs of the first and the last record. */
                ids?: string[];
                /** @description Times of change of the first and the last record. */
                times?: (string | null)[];
            };
            /** @description Body of the reply. Values of records are invented. */
            body: unknown;
        };
        /** @description Redacted replies of a read of one object. */
        Recording: {
            /**
             * @description Name of the provider in the catalogue, such as `salesforce`.
             * @example salesforce
             */
            provider: string;
            /**
             * @description Object recorded.
             * @example Contact
             */
            objectName: string;
            /** @description Redacted replies, in order. */
            replies: components["schemas"]["RecordedReply"][];
            /** @description Number of records in the recording. */
            records: number;
            /** @description Whether the list was recorded to its end. */
            ended: boolean;
        };
        /** @description Redirect to the provider, required to complete the connection. */
        RedirectResponse: {
            /** @description URL to open in the end user’s browser, usually in a popup. The flow is bound to the browser that opens it. */
            url: string;
            /**
             * @description Opaque ID of the resource. IDs of one resource type sort by creation time.
             * @example csn_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            sessionId: string;
        };
        /** @description Failure to refresh the connection’s tokens. Cleared by the next successful refresh. */
        RefreshFailure: {
            /**
             * @description `outage`: the provider gave no usable response. `oauthClient`: the provider rejects the OAuth client; correct the provider app. `grant`: the end user’s grant has ended.
             * @enum {string}
             */
            kind: "outage" | "oauthClient" | "grant";
            /** @description Number of consecutive failed refreshes. */
            failuresInARow: number;
            /** @description Last error from the provider. */
            detail: string;
            /**
             * Format: date-time
             * @description Time of the first failure since the last successful refresh.
             */
            since?: string;
            /**
             * Format: date-time
             * @description Time of the last failure.
             */
            time?: string;
            /**
             * Format: date-time
             * @description Time of the next scheduled refresh. Using the connection triggers one earlier.
             */
            retryTime?: string;
        };
        /** @description Rejection of the credentials by the provider. Cleared when the provider accepts them again. */
        Refusal: {
            /** @description The provider’s message, truncated and without secrets. */
            detail: string;
            /**
             * Format: date-time
             * @description Time of the first rejection.
             */
            since: string;
            /**
             * Format: date-time
             * @description Time of the next retry: daily for one week. Absent if only the end user can resolve the problem.
             */
            retryTime?: string;
        };
        /** @description Replay of deliveries. */
        Replay: {
            /**
             * @description Opaque ID of the resource. IDs of one resource type sort by creation time.
             * @example rpl_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            id: string;
            /**
             * @description ID of the project that owns the resource.
             * @example proj_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            projectId: string;
            /** @description Status of the replay. Only a `running` replay can be canceled. */
            status: components["schemas"]["ReplayStatus"];
            /** @description Filter that selected the deliveries when the replay was created. */
            filter: components["schemas"]["ReplayFilter"];
            /** @description Number of selected deliveries. Absent while more than 10,000 are counted. */
            total?: number;
            /** @description Number of deliveries queued again so far. */
            replayed: number;
            /** @description Maximum rate, in deliveries per second. */
            perSecond: number;
            /**
             * Format: date-time
             * @description Time of creation.
             */
            createTime: string;
            /**
             * Format: date-time
             * @description Time of the last change; absent if unchanged.
             */
            updateTime?: string;
        };
        /** @description Deliveries to replay. All conditions must match. */
        ReplayFilter: {
            /**
             * @description Only deliveries to this destination. If unset, all destinations.
             * @example dest_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            destinationId?: string;
            /** @description Only deliveries of these event types. If unset, all types. */
            eventTypes?: components["schemas"]["MessageType"][];
            /**
             * @description Only deliveries with this status.
             * @enum {string}
             */
            status: "failed" | "delivered" | "canceled";
            /**
             * Format: date-time
             * @description Only events at or after this time.
             */
            from?: string;
            /**
             * Format: date-time
             * @description Only events before this time.
             */
            to?: string;
        };
        /**
         * @description `running` until the last delivery has been queued or the replay is canceled.
         * @enum {string}
         */
        ReplayStatus: "running" | "done" | "canceled";
        /** @description Record of a message. */
        ResultEntry: {
            /** @description Values by the provider’s names. */
            fields?: {
                [key: string]: unknown;
            };
            /** @description Values by your names. */
            mappedFields?: {
                [key: string]: unknown;
            };
            /** @description Record as returned by the provider. */
            raw?: {
                [key: string]: unknown;
            };
            /** @description Associated records by the names under `associations` in the manifest; an empty list if there are none. Absent for deleted records and for objects without `associations`. */
            associations?: {
                [key: string]: components["schemas"]["Association"][];
            };
            /**
             * @description What happened to the record. `delete` also marks deleted records of a read.
             * @enum {string}
             */
            subscribeEventType?: "create" | "update" | "associationUpdate" | "delete" | "other";
            /** @description ID of the record at the provider, in deletions and change events. */
            id?: string;
            /** @description Event name at the provider, or `reconciled` if a read found the change. */
            providerEventType?: string;
            /** @description Event as sent by the provider. */
            rawEvent?: {
                [key: string]: unknown;
            };
            /** @description Provider names of the fields that changed, if the provider reports them. */
            fieldsUpdated?: string[];
            /** @description Record whose association changed. */
            fromRecord?: components["schemas"]["AssociatedObject"];
            /** @description Record at the other end. */
            toRecord?: components["schemas"]["AssociatedObject"];
        };
        /** @description Immutable result of one deploy. */
        Revision: {
            /**
             * @description Opaque ID of the resource. IDs of one resource type sort by creation time.
             * @example rev_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            id: string;
            /**
             * @description Version of the `platform.yaml` format.
             * @example 1.0.0
             */
            specVersion: string;
            /**
             * Format: date-time
             * @description Time of creation.
             */
            createTime: string;
            /** @description Integration as declared in the file. */
            content: components["schemas"]["ManifestIntegration"];
        };
        /** @description Difference between two revisions at one path. */
        RevisionChange: {
            /** @description Path of the difference, such as `read.objects.Contact.schedule`. */
            path: string;
            /** @description Value in the revision compared with; absent if unset. */
            before?: unknown;
            /** @description Value in this revision; absent if unset. */
            after?: unknown;
        };
        /** @description Settings of an S3 destination. */
        S3Metadata: {
            /** @description Name of an existing bucket. */
            bucket: string;
            /** @description AWS region, such as `eu-west-1`. */
            region: string;
            /** @description URL of an AWS-compatible service to use in place of AWS. */
            endpointUrl?: string;
            /** @description Template that computes the object key from the message, such as `join('/', [type, date, id])`. With `batch`, it computes the prefix. Empty segments are omitted; a segment `.` or `..` becomes `_` or `__`. */
            keyTemplate?: string;
            /** @description Storage class of objects, such as `STANDARD_IA`. Defaults to the bucket’s default. */
            storageClass?: string;
            /** @description Whether to store multiple messages per object, one per line, compressed with gzip. */
            batch?: boolean;
            /** @description Maximum number of messages per request. Reduced to the receiver’s limit if that is lower. */
            batchSize?: number;
            /** @description Maximum time a message waits to be batched, in seconds. */
            maxWaitSecs?: number;
        };
        /** @description Live record with the requested fields. */
        SampleRecord: {
            /** @description Values by provider field name. `null` if the field is empty. */
            fields: {
                [key: string]: unknown;
            };
        };
        /** @description Changed fields of an object. */
        SchemaChanges: {
            /** @description New fields. */
            createdFields?: components["schemas"]["FieldMetadata"][];
            /** @description Fields that no longer exist. */
            deletedFields?: components["schemas"]["FieldMetadata"][];
            /** @description Fields whose definition changed. */
            changedFields?: {
                /** @description Field before the change. */
                oldSchema: components["schemas"]["FieldMetadata"];
                /** @description Field after the change. */
                newSchema: components["schemas"]["FieldMetadata"];
            }[];
        };
        /** @description Fields of an object that changed at the provider. */
        SchemaWatchMessage: {
            /** @description ID of the project that owns the destination. */
            projectId: string;
            /**
             * @description Name of the provider in the catalogue, such as `salesforce`.
             * @example salesforce
             */
            provider: string;
            /**
             * @description Your reference for the customer.
             * @example customer-7
             */
            groupRef: string;
            /**
             * @description Name of the customer.
             * @example Globex
             */
            groupName: string;
            /**
             * @description Your reference for the end user who connected.
             * @example user-42
             */
            consumerRef: string;
            /**
             * @description Name of the end user who connected.
             * @example Hank Scorpio
             */
            consumerName: string;
            /** @description ID of the installation concerned. */
            installationId: string;
            /** @description Time at which the installation last changed. */
            installationUpdateTime: string;
            /**
             * @description Name of the object: yours if it is mapped, otherwise the provider’s.
             * @example Contact
             */
            objectName: string;
            /** @description Name of the object at the provider. */
            rawObjectName: string;
            /** @description Your name of the object (`mapToName`). Absent if it is not mapped. */
            mappedObjectName?: string;
            /** @description Workspace or instance at the provider. */
            workspace?: string;
            /** @description Where the records are. */
            resultInfo: {
                /**
                 * @description `inline`: the records are in `result`. `url`: download them.
                 * @enum {string}
                 */
                type: "inline" | "url";
                /** @description Number of records. */
                numRecords: number;
                /** @description URL of a large record. No credential needed. */
                downloadUrl?: string;
            };
            /**
             * @description Kind of message.
             * @constant
             */
            action: "schema.watch";
            /** @description Changed fields. Absent with `downloadUrl`. */
            result?: components["schemas"]["SchemaChanges"];
        };
        /** @description Matching records. */
        SearchReply: {
            /** @description Records on this page. */
            result: {
                /** @description ID of the record at the provider. */
                id?: string;
                /** @description Values of fields under their provider names. */
                fields: {
                    [key: string]: unknown;
                };
                /** @description Values of mapped fields under your names. */
                mappedFields: {
                    [key: string]: unknown;
                };
                /** @description Record as returned by the provider. */
                raw: {
                    [key: string]: unknown;
                };
                /** @description Associated records by the names under `associations` in the manifest; an empty list if there are none. Absent for deleted records and for objects without `associations`. */
                associations?: {
                    [key: string]: components["schemas"]["Association"][];
                };
            }[];
        };
        /** @description Search conditions. */
        SearchRequest: {
            /**
             * @description Name of the object at the provider, such as `Contact`, or in your product (`mapToName`).
             * @example Contact
             */
            objectName: string;
            /** @description Conditions that records must all match. */
            fieldFilters: {
                /**
                 * @description Provider field name, or your name for a mapped field.
                 * @example LastName
                 */
                fieldName: string;
                /**
                 * @description Comparison operator. Only equality is supported.
                 * @constant
                 */
                operator: "eq";
                /** @description Value to compare with. */
                value: string | number | boolean;
            }[];
        };
        /** @description Known error of a provider’s sign-in. */
        SignInError: {
            /** @description Error code, or text that the provider’s error code or description contains, in any case. */
            code: string;
            /** @description What the error means. */
            cause: string;
            /** @description What the builder can do. */
            remedy: string;
            /** @description What the customer can do. Absent if only the builder can act. */
            customerRemedy?: string;
            /** @description Document of the provider, or another public document, that states the fact. */
            source?: string;
        };
        /** @description Constraints of a text or choice field. */
        StringFieldOptions: {
            /** @description Maximum length of a value, in characters. */
            length?: number;
            /** @description Regular expression that every value must match. */
            pattern?: string;
            /** @description Options of a choice. Existing options are kept. */
            values?: string[];
            /** @description Whether values must be one of the options. */
            valuesRestricted?: boolean;
            /** @description Default value of new records. */
            defaultValue?: string;
        };
        /** @description How changes of one object are subscribed to for a customer. */
        SubscribeConfigObject: {
            /** @description Whether change messages use the fields and mappings configured for reading the object. */
            inheritFieldsAndMappings: boolean;
            /**
             * @description Provider object name, such as `Contact`.
             * @example Contact
             */
            objectName: string;
            /**
             * @description Name of the destination that receives changes.
             * @example crm-webhook
             */
            destination: string;
            /** @description Created records. */
            createEvent?: {
                /**
                 * @description `always` sends these changes. `never` is the same as omitting the setting.
                 * @enum {string}
                 */
                enabled: "always" | "never";
            };
            /** @description Records with a change in a watched field. */
            updateEvent?: {
                /**
                 * @description `always` sends these changes. `never` is the same as omitting the setting.
                 * @enum {string}
                 */
                enabled: "always" | "never";
                /**
                 * @description `all` watches every field.
                 * @constant
                 */
                watchFieldsAuto?: "all";
                /** @description Provider fields to watch. A message is sent when one of them changes. */
                requiredWatchFields?: string[];
            };
            /** @description Deleted records. */
            deleteEvent?: {
                /**
                 * @description `always` sends these changes. `never` is the same as omitting the setting.
                 * @enum {string}
                 */
                enabled: "always" | "never";
            };
            /** @description Additional events, by the provider’s event names. */
            otherEvents?: string[];
            /** @description Options that only some providers support. */
            providerOptions?: {
                /** @description Accepted for existing clients and ignored. The provider is only asked for events that installations subscribe to. */
                quotaOptimization?: {
                    /** @description Accepted for existing clients and ignored. Quota optimization is always on. */
                    enabled: boolean;
                };
            };
        };
        /** @description The provider rejected the subscription to an object. */
        SubscribeCreateErrorMessage: {
            /**
             * @description Type of the event.
             * @constant
             */
            notificationType: "subscribe.create.error";
            /** @description What happened. */
            data: {
                /** @description ID of the project that owns the destination. */
                projectId: string;
                /**
                 * @description Name of the provider in the catalogue, such as `salesforce`.
                 * @example salesforce
                 */
                provider: string;
                /** @description ID of the integration concerned. */
                integrationId: string;
                /** @description Name of the integration in `platform.yaml`. */
                integrationName: string;
                /** @description ID of the installation concerned. */
                installationId: string;
                /** @description ID of the connection concerned. */
                connectionId: string;
                /**
                 * @description Your reference for the customer.
                 * @example customer-7
                 */
                groupRef: string;
                /**
                 * @description Name of the customer.
                 * @example Globex
                 */
                groupName: string;
                /**
                 * @description Your reference for the end user who connected.
                 * @example user-42
                 */
                consumerRef: string;
                /**
                 * @description Name of the end user who connected.
                 * @example Hank Scorpio
                 */
                consumerName: string;
                /**
                 * @description Name of the object: yours if it is mapped, otherwise the provider’s.
                 * @example Contact
                 */
                objectName: string;
                /** @description Name of the object at the provider. */
                rawObjectName: string;
                /** @description Your name of the object (`mapToName`). Absent if it is not mapped. */
                mappedObjectName?: string;
                /** @description ID of the operation that caused the message. */
                operationId: string;
                /** @description Reason, as a sentence. */
                error: string;
            };
        };
        /** @description Records that changed at the provider. */
        SubscribeMessage: {
            /** @description ID of the project that owns the destination. */
            projectId: string;
            /**
             * @description Name of the provider in the catalogue, such as `salesforce`.
             * @example salesforce
             */
            provider: string;
            /**
             * @description Your reference for the customer.
             * @example customer-7
             */
            groupRef: string;
            /**
             * @description Name of the customer.
             * @example Globex
             */
            groupName: string;
            /**
             * @description Your reference for the end user who connected.
             * @example user-42
             */
            consumerRef: string;
            /**
             * @description Name of the end user who connected.
             * @example Hank Scorpio
             */
            consumerName: string;
            /** @description ID of the installation concerned. */
            installationId: string;
            /** @description Time at which the installation last changed. */
            installationUpdateTime: string;
            /**
             * @description Name of the object: yours if it is mapped, otherwise the provider’s.
             * @example Contact
             */
            objectName: string;
            /** @description Name of the object at the provider. */
            rawObjectName: string;
            /** @description Your name of the object (`mapToName`). Absent if it is not mapped. */
            mappedObjectName?: string;
            /** @description Workspace or instance at the provider. */
            workspace?: string;
            /** @description Where the records are. */
            resultInfo: {
                /**
                 * @description `inline`: the records are in `result`. `url`: download them.
                 * @enum {string}
                 */
                type: "inline" | "url";
                /** @description Number of records. */
                numRecords: number;
                /** @description URL of a large record. No credential needed. */
                downloadUrl?: string;
            };
            /**
             * @description Kind of message.
             * @constant
             */
            action: "subscribe";
            /** @description Records. Absent with `downloadUrl`. */
            result?: components["schemas"]["ResultEntry"][];
        };
        /** @description Features that this server supports for a provider. */
        Support: {
            /** @description Write actions that process multiple records per call to the provider. */
            bulkWrite: {
                /** @description Bulk create. */
                insert: boolean;
                /** @description Bulk update. */
                update: boolean;
                /** @description Bulk upsert: creates or updates records. */
                upsert: boolean;
                /** @description Bulk delete. */
                delete: boolean;
            };
            /** @description Whether calls can be passed through to the provider. */
            proxy: boolean;
            /** @description Whether records can be read, so that the manifest can declare `read`. */
            read: boolean;
            /** @description Whether changes can be subscribed to. */
            subscribe: boolean;
            /** @description Whether records can be created and updated. */
            write: boolean;
            /** @description Whether records can be deleted. */
            delete: boolean;
            /** @description Search for records by field values. */
            search: {
                /** @description Supported comparison operators. */
                operators: {
                    /** @description Whether fields can be compared for equality. */
                    equals: boolean;
                };
            };
            /** @description Whether custom fields can be created in a customer’s account. Defaults to `false`. */
            customFields?: boolean;
            /** @description Kinds of changes that can be subscribed to, if any. */
            subscribeSupport?: {
                /** @description Created records. */
                create?: boolean;
                /** @description Updated records. */
                update?: boolean;
                /** @description Deleted records. */
                delete?: boolean;
                /** @description Added and removed associations between records. */
                association?: boolean;
                /** @description Provider-specific events, passed through under the provider’s names. */
                passThrough?: boolean;
                /** @description Maximum number of objects per integration that can be subscribed to. Unlimited if unset. */
                objectsAtMost?: number;
            };
            /** @description Details of reads. Absent if there are none. */
            readSupport?: {
                /** @description Objects whose deletions the provider does not report. `deleted` has no effect for them. */
                withoutDeletions: string[];
                /** @description Associated objects that reads can deliver. Absent if the provider has none. */
                associations?: components["schemas"]["AssociationSupport"];
            };
        };
        /** @description Attempt to deliver a test message, with the message. */
        TestAttempt: {
            /** @description Number of the attempt within its delivery, starting at 1. */
            number: number;
            /**
             * Format: date-time
             * @description Time at which the message was sent.
             */
            time: string;
            /** @description Duration in milliseconds. */
            durationMs: number;
            /** @description Whether the destination accepted the message. */
            succeeded: boolean;
            /** @description Error; absent if the attempt succeeded. */
            error?: {
                /** @description Cause of the failure. */
                class: components["schemas"]["AttemptFailure"];
                /** @description Description of the failure, as a sentence. */
                detail: string;
            };
            /** @description Request without the message itself; absent if nothing was sent. */
            request?: {
                /** @description Target of the request: a URL, stream or object. */
                url: string;
                /** @description Request headers. Values of your custom headers are masked. */
                headers: {
                    [key: string]: string;
                };
            };
            /** @description Response; absent if none was received. */
            response?: {
                /** @description HTTP status returned by the receiver. */
                status: number;
                /** @description Response headers, up to 2 KB. */
                headers: {
                    [key: string]: string;
                };
                /** @description First 1,024 bytes of the response body. */
                body: string;
            };
            /** @description Message that was sent, as JSON; a template of the destination is not applied. */
            body: string;
        };
        /** @description Entry in the history of an installation. */
        TimelineEntry: {
            /** @description ID of the entry, unique within the timeline. */
            id: string;
            /**
             * Format: date-time
             * @description Time of the entry.
             */
            time: string;
            /**
             * @description `configured`: the configuration changed. `paused`, `resumed`: reads were paused or resumed. `deployed`: the integration has a new revision. `operation`: an operation ran. `event`: an event was sent, such as for a pause or a new connection.
             * @enum {string}
             */
            kind: "installed" | "configured" | "paused" | "resumed" | "deployed" | "operation" | "event";
            /** @description Who caused the entry, if known. */
            by?: string;
            /** @description Values that changed, for `configured` and `deployed`. At most 100. */
            changes?: components["schemas"]["RevisionChange"][];
            /**
             * @description ID of the new revision, for `deployed`.
             * @example rev_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            revisionId?: string;
            /**
             * @description ID of the earlier revision that the new one rolls back to, if any.
             * @example rev_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            restores?: string;
            /**
             * @description ID of the operation. Only for entries of kind `operation`.
             * @example op_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            operationId?: string;
            /**
             * @description Type of the operation: `read`, `write` or `customFields`.
             * @example read
             */
            actionType?: string;
            /**
             * @description Object concerned, if there is exactly one.
             * @example Contact
             */
            objectName?: string;
            /** @description Status of the operation. */
            status?: string;
            /** @description Number of records processed by the operation. */
            records?: number;
            /**
             * @description ID of the event. Only for entries of kind `event`.
             * @example evt_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            eventId?: string;
            /** @description Type of the event. Absent for other kinds of entries. */
            eventType?: string;
            /** @description Additional information, as a sentence. */
            detail?: string;
        };
        /**
         * @description What an AI agent can do with an object.
         * @enum {string}
         */
        ToolAction: "describe" | "sample" | "search" | "create" | "update" | "upsert" | "delete" | "defineFields";
        /** @description Groups event types for delivery to destinations. */
        Topic: {
            /**
             * @description Opaque ID of the resource. IDs of one resource type sort by creation time.
             * @example top_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            id: string;
            /**
             * @description Name of the topic. Unique in the project.
             * @example lifecycle
             */
            name: string;
            /**
             * @description ID of the project that owns the resource.
             * @example proj_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            projectId: string;
            /**
             * Format: date-time
             * @description Time of creation.
             */
            createTime: string;
            /**
             * Format: date-time
             * @description Time of the last change; absent if unchanged.
             */
            updateTime?: string;
        };
        /** @description Route from a topic to a destination. */
        TopicDestinationRoute: {
            /**
             * @description Opaque ID of the resource. IDs of one resource type sort by creation time.
             * @example tdr_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            id: string;
            /**
             * @description ID of the topic to deliver.
             * @example top_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            topicId: string;
            /**
             * @description ID of the destination that receives the messages.
             * @example dest_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            destinationId: string;
            /**
             * @description ID of the project that owns the resource.
             * @example proj_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            projectId: string;
            /**
             * Format: date-time
             * @description Time of creation.
             */
            createTime: string;
        };
        /** @description Custom fields for a group’s account. */
        UpsertMetadataRequest: {
            /**
             * @description Your reference for a customer: a company, team or workspace.
             * @example customer-7
             */
            groupRef: string;
            /** @description Field definitions, by object. For an integration, your names of objects (`mapToName`) are accepted too; results have provider names. */
            fields: {
                [key: string]: components["schemas"]["FieldDefinition"][];
            };
        };
        /** @description Results for all fields. */
        UpsertMetadataResponse: {
            /** @description Whether all fields now match their definitions. */
            success: boolean;
            /** @description Results by object and field. */
            fields: {
                [key: string]: {
                    [key: string]: components["schemas"]["FieldUpsertResult"];
                };
            };
            /**
             * @description ID of the operation that applied the fields. Only for installations.
             * @example op_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            operationId?: string;
        };
        /** @description Usage of one customer in one month. */
        Usage: {
            /**
             * @description Month in UTC.
             * @example 2026-11
             */
            month: string;
            /**
             * @description Reference of the customer.
             * @example customer-7
             */
            groupRef: string;
            /**
             * @description Latest name of the customer.
             * @example Globex
             */
            groupName: string;
            /** @description Number of deliveries of messages about the customer. */
            messagesDelivered: number;
            /** @description Number of records in these messages. */
            recordsDelivered: number;
            /** @description Number of messages about the customer that were given up. */
            messagesFailed: number;
        };
        /** @description Usage of all customers in one month. */
        UsageTotal: {
            /**
             * @description Month in UTC.
             * @example 2026-11
             */
            month: string;
            /** @description Number of deliveries of messages about customers. */
            messagesDelivered: number;
            /** @description Number of records in these messages. */
            recordsDelivered: number;
            /** @description Number of messages about customers that were given up. */
            messagesFailed: number;
            /** @description Number of customers with messages. */
            customers: number;
        };
        /** @description Headers to send, by name. Values cannot contain line breaks. */
        WebhookHeaders: {
            [key: string]: string;
        };
        /** @description Settings of a webhook destination. */
        WebhookMetadata: {
            /**
             * @description URL that webhooks are sent to. Must use `https` outside of development.
             * @example https://acme.example/webhooks
             */
            url: string;
            /** @description Headers to send with each webhook. Values are stored encrypted. */
            headers?: components["schemas"]["WebhookHeaders"];
            /** @description Whether to add `v1a` signatures, which are verified with the public key. */
            ed25519?: boolean;
        };
        /** @description Association with an existing record. */
        WriteAssociation: {
            /** @description Record to associate with. */
            to: {
                /** @description ID of the record to associate. */
                id: string;
                /**
                 * @description Object of the record, if the provider cannot determine it from the ID.
                 * @example Contact
                 */
                objectName?: string;
            };
            /** @description Association labels, for providers that use them. */
            types?: {
                /** @description Category of the label, such as `HUBSPOT_DEFINED`. */
                associationCategory: string;
                /** @description Numeric ID of the label at the provider. */
                associationTypeId: number;
            }[];
            /**
             * @description Field that holds the association, for providers that store associations in fields.
             * @example LastName
             */
            fieldName?: string;
        };
        /** @description An asynchronous write ended. */
        WriteAsyncDoneMessage: {
            /**
             * @description Type of the event.
             * @constant
             */
            notificationType: "write.async.done";
            /** @description What happened. */
            data: {
                /** @description ID of the project that owns the destination. */
                projectId: string;
                /**
                 * @description Name of the provider in the catalogue, such as `salesforce`.
                 * @example salesforce
                 */
                provider: string;
                /** @description ID of the integration concerned. */
                integrationId: string;
                /** @description Name of the integration in `platform.yaml`. */
                integrationName: string;
                /** @description ID of the installation concerned. */
                installationId: string;
                /** @description ID of the connection concerned. */
                connectionId: string;
                /**
                 * @description Your reference for the customer.
                 * @example customer-7
                 */
                groupRef: string;
                /**
                 * @description Name of the customer.
                 * @example Globex
                 */
                groupName: string;
                /**
                 * @description Your reference for the end user who connected.
                 * @example user-42
                 */
                consumerRef: string;
                /**
                 * @description Name of the end user who connected.
                 * @example Hank Scorpio
                 */
                consumerName: string;
                /**
                 * @description Name of the object: yours if it is mapped, otherwise the provider’s.
                 * @example Contact
                 */
                objectName: string;
                /** @description Name of the object at the provider. */
                rawObjectName: string;
                /** @description Your name of the object (`mapToName`). Absent if it is not mapped. */
                mappedObjectName?: string;
                /** @description ID of the operation that caused the message. */
                operationId: string;
                /** @description Whether all records were written. */
                success: boolean;
                /** @description IDs at the provider of the records that were written. */
                successfulRecordIds: string[];
                /** @description One reason for each record that was not written. */
                errors: string[];
                /** @description Outcomes in the order of the records, one for each record that was sent. */
                results: components["schemas"]["RecordResult"][];
            };
        };
        /** @description How one object is written for a customer. */
        WriteConfigObject: {
            /**
             * @description Provider object name, such as `Contact`.
             * @example Contact
             */
            objectName: string;
            /** @description Whether records can be deleted. Defaults to not allowed. */
            deletionSettings?: {
                /** @description Whether `delete` writes are allowed. */
                enabled: boolean;
            };
            /** @description Default values by field, used if a record has no value for the field. */
            selectedValueDefaults?: {
                [key: string]: {
                    /** @description Value to write. */
                    value: string | number | boolean;
                    /**
                     * @description `always` also applies the default on update. By default, it applies only on create.
                     * @enum {string}
                     */
                    applyOnUpdate?: "always" | "never";
                };
            };
            /** @description Write behavior and default value, by field. */
            selectedFieldSettings?: {
                [key: string]: {
                    /** @description Value to write if a record has none for the field. Set exactly one of the three. */
                    default?: {
                        /** @description Default for a text field. */
                        stringValue?: string;
                        /** @description Default for an integer field. */
                        integerValue?: number;
                        /** @description Default for a boolean field. */
                        booleanValue?: boolean;
                    };
                    /**
                     * @description `never` omits the field when a record is created.
                     * @enum {string}
                     */
                    writeOnCreate?: "always" | "never";
                    /**
                     * @description `never` omits the field when a record is updated. `ifEmpty` omits it if the record already has a value.
                     * @enum {string}
                     */
                    writeOnUpdate?: "always" | "never" | "ifEmpty";
                };
            };
        };
        /** @description Outcome of a write. */
        WriteReply: {
            /**
             * @description ID of the write operation. Use it to get the log.
             * @example op_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            operationId: string;
            /** @description Outcome of a single-record write. */
            result?: components["schemas"]["WriteResult"];
            /** @description Number of records written. Only for batches. */
            successCount?: number;
            /** @description Number of records not written. Only for batches. */
            failureCount?: number;
            /** @description Outcomes in the order of the records. Only for batches. */
            results?: components["schemas"]["WriteResult"][];
            /** @description Why records were not written: one entry for each, in their order. */
            errors?: {
                /** @description Error or warning, as a sentence that identifies the record. */
                message: string;
            }[];
            /** @description Deviations from the request. */
            warnings?: {
                /** @description Error or warning, as a sentence that identifies the record. */
                message: string;
            }[];
        };
        /** @description Records to write and how to write them. */
        WriteRequest: {
            /**
             * @description Your reference for a customer: a company, team or workspace.
             * @example customer-7
             */
            groupRef: string;
            /**
             * @description Action to perform on the records. `upsert` updates the record with the same key, or creates it.
             * @enum {string}
             */
            type: "create" | "update" | "upsert" | "delete";
            /** @description Field by whose value an upsert finds the record, such as an external ID. Required for `upsert`. */
            keyField?: string;
            /**
             * @description Whether to wait for the outcome or receive it in `write.async.done`.
             * @default synchronous
             * @enum {string}
             */
            mode?: "synchronous" | "asynchronous";
            /**
             * @description Values by field name. Uses your field names if the object inherits its mapping, and the provider’s otherwise. `id` identifies the record to update or delete.
             * @example {
             *       "LastName": "Ivanova",
             *       "Email": "sofia@globex.example"
             *     }
             */
            record?: {
                [key: string]: unknown;
            };
            /** @description Multiple records, in place of `record`. */
            batch?: {
                /**
                 * @description Values by field name. Uses your field names if the object inherits its mapping, and the provider’s otherwise. `id` identifies the record to update or delete.
                 * @example {
                 *       "LastName": "Ivanova",
                 *       "Email": "sofia@globex.example"
                 *     }
                 */
                record: {
                    [key: string]: unknown;
                };
                /** @description Existing records to associate with the record. */
                associations?: components["schemas"]["WriteAssociation"][];
            }[];
            /** @description How to handle a batch in which some records are rejected. */
            batchPolicy?: {
                /**
                 * @description Whether to write either all records or none.
                 * @default false
                 */
                allOrNone?: boolean;
            };
            /** @description Existing records to associate with the record. */
            associations?: components["schemas"]["WriteAssociation"][];
            /** @description Additional headers for the provider, such as those that bypass duplicate rules. */
            headers?: {
                /** @description Header name. */
                key: string;
                /** @description Header value. */
                value: string;
            }[];
            /** @description Retry settings of an asynchronous write. */
            retryPolicy?: {
                /**
                 * @description Time limit for retries while the provider is unavailable, in hours.
                 * @default 1
                 */
                deadlineHours?: number;
            };
            /** @description Batches an asynchronous write with others into one call to the provider. */
            autoBatchPolicy?: {
                /** @description Maximum time to wait for other writes to batch with, in minutes. */
                maxDelayMinutes: number;
                /**
                 * @description Time limit for retries while the provider is unavailable, in hours.
                 * @default 1
                 */
                retryDeadlineHours?: number;
            };
        };
        /** @description Outcome for one record. */
        WriteResult: {
            /** @description Position of the record in the request, from 0. */
            index: number;
            /** @description Whether the record was written. */
            success: boolean;
            /** @description ID of the record at the provider. */
            recordId?: string;
            /** @description Whether an upsert created the record. Absent if unknown. */
            created?: boolean;
            /** @description Why the record was not written: one entry per field. Empty if it was written. */
            errors: components["schemas"]["RecordError"][];
            /** @description Record as returned by the provider, if it returns one. */
            data?: {
                [key: string]: unknown;
            };
        };
    };
    responses: {
        /** @description `agent-not-found`: Agent not found. `project-not-found`: Project not found. */
        "agent-not-found.project-not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `api-key-not-found`: API key not found. `project-not-found`: Project not found. */
        "api-key-not-found.project-not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `backfill-not-found`: The object has no backfill. `installation-not-found`: Installation not found. `integration-not-found`: Integration not found. `project-not-found`: Project not found. */
        "backfill-not-found.installation-not-found.integration-not-found.project-not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `bearer-required`: This operation requires a Bearer token. `credential-invalid`: The credential is invalid. `credential-missing`: A credential is required. */
        "bearer-required.credential-invalid.credential-missing": {
            headers: {
                /** @description Required authentication scheme. */
                "WWW-Authenticate"?: string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `body-too-large`: The body is too large. */
        "body-too-large": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `builder-not-found`: Builder not found. `org-not-found`: Organization not found. */
        "builder-not-found.org-not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `connect-link-not-found`: Connect link not found. `project-not-found`: Project not found. */
        "connect-link-not-found.project-not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `connect-session-failed`: Connecting failed. `connect-session-open`: The end user has not finished signing in. `credentials-refused`: The provider refused the credentials. `idempotency-key-reused`: The Idempotency-Key was used for another request. `provider-app-missing`: No provider app is configured. */
        "connect-session-failed.connect-session-open.credentials-refused.idempotency-key-reused.provider-app-missing": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["InputValidationProblem"];
            };
        };
        /** @description `connect-session-not-found`: Connect session not found. `project-not-found`: Project not found. */
        "connect-session-not-found.project-not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `connect-session-not-found`: Connect session not found. `project-not-found`: Project not found. `provider-not-found`: Provider not found. */
        "connect-session-not-found.project-not-found.provider-not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `connection-in-use`: The connection is used by an installation. */
        "connection-in-use": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["InputValidationProblem"];
            };
        };
        /** @description `connection-missing`: The group has no connection. `idempotency-key-reused`: The Idempotency-Key was used for another request. `sample-read-failed`: The provider refused a read of the selected fields. */
        "connection-missing.idempotency-key-reused.sample-read-failed": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["InputValidationProblem"];
            };
        };
        /** @description `connection-missing`: The group has no connection. `sample-read-failed`: The provider refused a read of the selected fields. */
        "connection-missing.sample-read-failed": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["InputValidationProblem"];
            };
        };
        /** @description `connection-not-found`: Connection not found. `integration-not-found`: Integration not found. `object-not-found`: The provider has no such object. `project-not-found`: Project not found. */
        "connection-not-found.integration-not-found.object-not-found.project-not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `connection-not-found`: Connection not found. `integration-not-found`: Integration not found. `project-not-found`: Project not found. `revision-not-found`: Revision not found. */
        "connection-not-found.integration-not-found.project-not-found.revision-not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `connection-not-found`: Connection not found. `object-not-found`: The provider has no such object. `project-not-found`: Project not found. `provider-not-found`: Provider not found. */
        "connection-not-found.object-not-found.project-not-found.provider-not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `connection-not-found`: Connection not found. `project-not-found`: Project not found. */
        "connection-not-found.project-not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `connection-not-found`: Connection not found. `project-not-found`: Project not found. `provider-not-found`: Provider not found. */
        "connection-not-found.project-not-found.provider-not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `consumer-not-found`: Consumer not found. `project-not-found`: Project not found. */
        "consumer-not-found.project-not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `credential-invalid`: The credential is invalid. */
        "credential-invalid": {
            headers: {
                /** @description Required authentication scheme. */
                "WWW-Authenticate"?: string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `credential-invalid`: The credential is invalid. `credential-missing`: A credential is required. */
        "credential-invalid.credential-missing": {
            headers: {
                /** @description Required authentication scheme. */
                "WWW-Authenticate"?: string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `credentials-refused`: The provider refused the credentials. */
        "credentials-refused": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["InputValidationProblem"];
            };
        };
        /** @description `credentials-refused`: The provider refused the credentials. `idempotency-key-reused`: The Idempotency-Key was used for another request. */
        "credentials-refused.idempotency-key-reused": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["InputValidationProblem"];
            };
        };
        /** @description `credentials-refused`: The provider refused the credentials. `idempotency-key-reused`: The Idempotency-Key was used for another request. `manifest-invalid`: platform.yaml is invalid. */
        "credentials-refused.idempotency-key-reused.manifest-invalid": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["InputValidationProblem"];
            };
        };
        /** @description `credentials-refused`: The provider refused the credentials. `idempotency-key-reused`: The Idempotency-Key was used for another request. `write-refused`: The provider refused the write. */
        "credentials-refused.idempotency-key-reused.write-refused": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["InputValidationProblem"];
            };
        };
        /** @description `credentials-refused`: The provider refused the credentials. `provider-app-missing`: No provider app is configured. */
        "credentials-refused.provider-app-missing": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["InputValidationProblem"];
            };
        };
        /** @description `deletion-not-enabled`: The installation does not allow deleting records. `network-not-allowed`: The API key cannot be used from this network. `permission-missing`: The credential lacks the required permission. */
        "deletion-not-enabled.network-not-allowed.permission-missing": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `deliveries-pending`: Deliveries to the destination are pending. `in-use`: The resource is in use. */
        "deliveries-pending.in-use": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `delivery-in-progress`: The delivery is already in progress. `idempotency-key-in-use`: A request with this Idempotency-Key is in progress. */
        "delivery-in-progress.idempotency-key-in-use": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `delivery-not-found`: Delivery not found. `destination-not-found`: Destination not found. `project-not-found`: Project not found. */
        "delivery-not-found.destination-not-found.project-not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `delivery-not-found`: Delivery not found. `project-not-found`: Project not found. */
        "delivery-not-found.project-not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `deploy-breaks-installations`: Installations would fail with this manifest. `idempotency-key-in-use`: A request with this Idempotency-Key is in progress. `limit-reached`: Limit reached. */
        "deploy-breaks-installations.idempotency-key-in-use.limit-reached": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `destination-name-taken`: The destination name is taken. `idempotency-key-in-use`: A request with this Idempotency-Key is in progress. `limit-reached`: Limit reached. */
        "destination-name-taken.idempotency-key-in-use.limit-reached": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `destination-name-taken`: The destination name is taken. `in-use`: The resource is in use. */
        "destination-name-taken.in-use": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `destination-not-found`: Destination not found. `project-not-found`: Project not found. */
        "destination-not-found.project-not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `destination-not-found`: Destination not found. `project-not-found`: Project not found. `topic-not-found`: Topic not found. */
        "destination-not-found.project-not-found.topic-not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `destination-unreachable`: The destination did not accept a message. `idempotency-key-reused`: The Idempotency-Key was used for another request. */
        "destination-unreachable.idempotency-key-reused": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["InputValidationProblem"];
            };
        };
        /** @description `domain-claimed`: Another organization has claimed the domain. `idempotency-key-in-use`: A request with this Idempotency-Key is in progress. */
        "domain-claimed.idempotency-key-in-use": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `domain-not-found`: Domain claim not found. */
        "domain-not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `domain-not-proven`: Domain ownership is not verified. `invalid-input`: The request is invalid. `malformed-json`: The body is not valid JSON. `malformed-request`: The request is not valid HTTP. */
        "domain-not-proven.invalid-input.malformed-json.malformed-request": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["InputValidationProblem"];
            };
        };
        /** @description `email-not-verified`: The email address is not verified. */
        "email-not-verified": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `email-not-verified`: The email address is not verified. `owner-required`: The org:owner permission is required. */
        "email-not-verified.owner-required": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `event-not-found`: Event not found. `project-not-found`: Project not found. */
        "event-not-found.project-not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `fields-refused`: The provider refused the fields. `invalid-input`: The request is invalid. `malformed-json`: The body is not valid JSON. `malformed-request`: The request is not valid HTTP. `provider-not-supported`: The provider does not support this operation. */
        "fields-refused.invalid-input.malformed-json.malformed-request.provider-not-supported": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["InputValidationProblem"];
            };
        };
        /** @description `frontend-keys-off`: The project does not accept frontend API keys. `network-not-allowed`: The API key cannot be used from this network. `origin-not-allowed`: The credential cannot be used from this origin. */
        "frontend-keys-off.network-not-allowed.origin-not-allowed": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `frontend-keys-off`: The project does not accept frontend API keys. `network-not-allowed`: The API key cannot be used from this network. `origin-not-allowed`: The credential cannot be used from this origin. `permission-missing`: The credential lacks the required permission. */
        "frontend-keys-off.network-not-allowed.origin-not-allowed.permission-missing": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `frontend-keys-off`: The project does not accept frontend API keys. `network-not-allowed`: The API key cannot be used from this network. `permission-missing`: The credential lacks the required permission. */
        "frontend-keys-off.network-not-allowed.permission-missing": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `group-not-found`: Group not found. `project-not-found`: Project not found. */
        "group-not-found.project-not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `headers-too-large`: The request headers are too large. */
        "headers-too-large": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `idempotency-key-in-use`: A request with this Idempotency-Key is in progress. */
        "idempotency-key-in-use": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `idempotency-key-in-use`: A request with this Idempotency-Key is in progress. `installation-exists`: The group has already installed the integration. `limit-reached`: Limit reached. */
        "idempotency-key-in-use.installation-exists.limit-reached": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `idempotency-key-in-use`: A request with this Idempotency-Key is in progress. `limit-reached`: Limit reached. */
        "idempotency-key-in-use.limit-reached": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `idempotency-key-in-use`: A request with this Idempotency-Key is in progress. `limit-reached`: Limit reached. `topic-name-taken`: The topic name is taken. */
        "idempotency-key-in-use.limit-reached.topic-name-taken": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `idempotency-key-in-use`: A request with this Idempotency-Key is in progress. `object-paused`: The object is paused. */
        "idempotency-key-in-use.object-paused": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `idempotency-key-in-use`: A request with this Idempotency-Key is in progress. `operation-ended`: The operation has already ended. */
        "idempotency-key-in-use.operation-ended": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `idempotency-key-in-use`: A request with this Idempotency-Key is in progress. `route-exists`: The route already exists. */
        "idempotency-key-in-use.route-exists": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `idempotency-key-reused`: The Idempotency-Key was used for another request. */
        "idempotency-key-reused": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["InputValidationProblem"];
            };
        };
        /** @description `idempotency-key-reused`: The Idempotency-Key was used for another request. `integration-name-taken`: The integration name is taken. `manifest-invalid`: platform.yaml is invalid. */
        "idempotency-key-reused.integration-name-taken.manifest-invalid": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["InputValidationProblem"];
            };
        };
        /** @description `idempotency-key-reused`: The Idempotency-Key was used for another request. `manifest-invalid`: platform.yaml is invalid. */
        "idempotency-key-reused.manifest-invalid": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["InputValidationProblem"];
            };
        };
        /** @description `idempotency-key-reused`: The Idempotency-Key was used for another request. `project-name-taken`: The project name is taken. */
        "idempotency-key-reused.project-name-taken": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["InputValidationProblem"];
            };
        };
        /** @description `idempotency-key-reused`: The Idempotency-Key was used for another request. `provider-app-exists`: A provider app for this provider exists. */
        "idempotency-key-reused.provider-app-exists": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["InputValidationProblem"];
            };
        };
        /** @description `idempotency-key-reused`: The Idempotency-Key was used for another request. `provider-app-missing`: No provider app is configured. */
        "idempotency-key-reused.provider-app-missing": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["InputValidationProblem"];
            };
        };
        /** @description `in-use`: The resource is in use. */
        "in-use": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `installation-not-found`: Installation not found. `integration-not-found`: Integration not found. `object-not-found`: The provider has no such object. `project-not-found`: Project not found. */
        "installation-not-found.integration-not-found.object-not-found.project-not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `installation-not-found`: Installation not found. `integration-not-found`: Integration not found. `project-not-found`: Project not found. */
        "installation-not-found.integration-not-found.project-not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `integration-not-found`: Integration not found. `project-not-found`: Project not found. */
        "integration-not-found.project-not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `integration-not-found`: Integration not found. `project-not-found`: Project not found. `revision-not-found`: Revision not found. */
        "integration-not-found.project-not-found.revision-not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `internal`: Internal server error. */
        internal: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `invalid-input`: The request is invalid. `invite-exists`: The person already has a pending invite. `malformed-json`: The body is not valid JSON. `malformed-request`: The request is not valid HTTP. `membership-exists`: The builder is already a member. */
        "invalid-input.invite-exists.malformed-json.malformed-request.membership-exists": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["InputValidationProblem"];
            };
        };
        /** @description `invalid-input`: The request is invalid. `invite-not-pending`: The invite is no longer pending. `malformed-json`: The body is not valid JSON. `malformed-request`: The request is not valid HTTP. */
        "invalid-input.invite-not-pending.malformed-json.malformed-request": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["InputValidationProblem"];
            };
        };
        /** @description `invalid-input`: The request is invalid. `malformed-json`: The body is not valid JSON. `malformed-request`: The request is not valid HTTP. */
        "invalid-input.malformed-json.malformed-request": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["InputValidationProblem"];
            };
        };
        /** @description `invalid-input`: The request is invalid. `malformed-json`: The body is not valid JSON. `malformed-request`: The request is not valid HTTP. `membership-exists`: The builder is already a member. */
        "invalid-input.malformed-json.malformed-request.membership-exists": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["InputValidationProblem"];
            };
        };
        /** @description `invalid-input`: The request is invalid. `malformed-json`: The body is not valid JSON. `malformed-request`: The request is not valid HTTP. `oauth-state-invalid`: The sign-in is unknown, expired or already used. `provider-not-supported`: The provider does not support this operation. */
        "invalid-input.malformed-json.malformed-request.oauth-state-invalid.provider-not-supported": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["InputValidationProblem"];
            };
        };
        /** @description `invalid-input`: The request is invalid. `malformed-json`: The body is not valid JSON. `malformed-request`: The request is not valid HTTP. `object-not-installed`: The installation does not use the object. */
        "invalid-input.malformed-json.malformed-request.object-not-installed": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["InputValidationProblem"];
            };
        };
        /** @description `invalid-input`: The request is invalid. `malformed-json`: The body is not valid JSON. `malformed-request`: The request is not valid HTTP. `provider-not-supported`: The provider does not support this operation. */
        "invalid-input.malformed-json.malformed-request.provider-not-supported": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["InputValidationProblem"];
            };
        };
        /** @description `invalid-input`: The request is invalid. `malformed-request`: The request is not valid HTTP. */
        "invalid-input.malformed-request": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["InputValidationProblem"];
            };
        };
        /** @description `invite-not-found`: Invite not found. */
        "invite-not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `invite-not-found`: Invite not found. `org-not-found`: Organization not found. */
        "invite-not-found.org-not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `jwt-key-not-found`: JWT key not found. `project-not-found`: Project not found. */
        "jwt-key-not-found.project-not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `last-owner`: The organization needs an owner. */
        "last-owner": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["InputValidationProblem"];
            };
        };
        /** @description `limit-reached`: Limit reached. */
        "limit-reached": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `membership-not-found`: The builder is not a member. `org-not-found`: Organization not found. */
        "membership-not-found.org-not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `network-not-allowed`: The API key cannot be used from this network. `permission-missing`: The credential lacks the required permission. */
        "network-not-allowed.permission-missing": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `network-not-allowed`: The API key cannot be used from this network. `permission-missing`: The credential lacks the required permission. `provider-permission-missing`: The connected user lacks a permission at the provider. `sign-in-again`: The provider no longer accepts the connection’s credentials. */
        "network-not-allowed.permission-missing.provider-permission-missing.sign-in-again": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `network-not-allowed`: The API key cannot be used from this network. `permission-missing`: The credential lacks the required permission. `support-access-off`: Support access is off. */
        "network-not-allowed.permission-missing.support-access-off": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `not-acceptable`: The requested media type is not available. */
        "not-acceptable": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `notification-route-not-found`: Route not found. `project-not-found`: Project not found. */
        "notification-route-not-found.project-not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `operation-not-found`: Operation not found. `project-not-found`: Project not found. */
        "operation-not-found.project-not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `org-not-found`: Organization not found. */
        "org-not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `owner-required`: The org:owner permission is required. */
        "owner-required": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `owner-required`: The org:owner permission is required. `permission-missing`: The credential lacks the required permission. */
        "owner-required.permission-missing": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `permission-missing`: The credential lacks the required permission. */
        "permission-missing": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `precondition-failed`: The resource has changed. */
        "precondition-failed": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description Any other failure. */
        problem: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `project-in-use`: The project has installations. */
        "project-in-use": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["InputValidationProblem"];
            };
        };
        /** @description `project-name-taken`: The project name is taken. */
        "project-name-taken": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["InputValidationProblem"];
            };
        };
        /** @description `project-not-found`: Project not found. */
        "project-not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `project-not-found`: Project not found. `provider-app-not-found`: Provider app not found. */
        "project-not-found.provider-app-not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `project-not-found`: Project not found. `provider-app-not-found`: Provider app not found. `provider-not-found`: Provider not found. */
        "project-not-found.provider-app-not-found.provider-not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `project-not-found`: Project not found. `provider-not-found`: Provider not found. */
        "project-not-found.provider-not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `project-not-found`: Project not found. `replay-not-found`: Replay not found. */
        "project-not-found.replay-not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `project-not-found`: Project not found. `topic-not-found`: Topic not found. */
        "project-not-found.topic-not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `provider-app-exists`: A provider app for this provider exists. */
        "provider-app-exists": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["InputValidationProblem"];
            };
        };
        /** @description `provider-not-found`: Provider not found. */
        "provider-not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `provider-refused`: The provider refused the request. `provider-unavailable`: The provider did not answer. */
        "provider-refused.provider-unavailable": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `provider-refused`: The provider refused the request. `provider-unavailable`: The provider did not answer. `write-outcome-unknown`: The outcome of the write is unknown. */
        "provider-refused.provider-unavailable.write-outcome-unknown": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `request-timeout`: The request took too long to arrive. */
        "request-timeout": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `sample-read-failed`: The provider refused a read of the selected fields. */
        "sample-read-failed": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["InputValidationProblem"];
            };
        };
        /** @description `too-many-requests`: Too many requests. */
        "too-many-requests": {
            headers: {
                /** @description Seconds to wait before retrying. */
                "Retry-After"?: string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `topic-name-taken`: The topic name is taken. */
        "topic-name-taken": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `unavailable`: The service is temporarily unavailable. */
        unavailable: {
            headers: {
                /** @description Seconds to wait before retrying. */
                "Retry-After"?: string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `unsupported-media-type`: The media type of the body is not supported. */
        "unsupported-media-type": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
    };
    parameters: {
        /** @description Idempotency key. The same key and body replay the first reply for one day, or longer with `PLATFORM_KEEP_REPLIES`. */
        IdempotencyKey: string;
        /** @description `ETag` of your copy. Returns 304 without a body if the resource is unchanged. */
        IfNoneMatch: string;
        /** @description `ETag` of the resource as last read. Returns 412 if it has changed since. */
        IfMatch: string;
        /** @description `X-Platform-Position` of the reply to your last change, or `any` if the list does not have to show a change of yours. The list may then come from a replica of the database and be up to two seconds old; `X-Platform-Replica-Age` is its age in milliseconds. Without this header, lists show the current state. */
        LastPosition: string;
        /** @description ID of the message, the same for every attempt. */
        WebhookId: string;
        /** @description Time of the attempt, in seconds since 1970. */
        WebhookTimestamp: string;
        /** @description Signatures of `id.timestamp.body`, separated by spaces. */
        WebhookSignature: string;
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listApiKeys: {
        parameters: {
            query?: {
                /** @description `true` returns active keys, `false` inactive keys. If unset, returns all. */
                active?: boolean;
                /** @description Maximum number of items per page. The last page can have fewer. */
                pageSize?: number;
                /** @description Opaque token of the page, from the `Link` header of the previous page. If unset, returns the first page. */
                pageToken?: string;
            };
            header?: {
                /** @description `X-Platform-Position` of the reply to your last change, or `any` if the list does not have to show a change of yours. The list may then come from a replica of the database and be up to two seconds old; `X-Platform-Replica-Age` is its age in milliseconds. Without this header, lists show the current state. */
                "X-Platform-Position"?: components["parameters"]["LastPosition"];
            };
            path: {
                /** @description ID or name of the project. */
                projectIdOrName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description URL of the next page, with `rel="next"`. */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "key_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "maskedKey": "plat_full_…x7Qa",
                     *         "label": "Production",
                     *         "scopes": [
                     *           "text"
                     *         ],
                     *         "allowedNetworks": [
                     *           "text"
                     *         ],
                     *         "unused": true,
                     *         "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "allowedOrigins": [
                     *           "text"
                     *         ],
                     *         "active": true,
                     *         "createTime": "2026-01-15T09:30:00Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["ApiKey"][];
                };
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["network-not-allowed.permission-missing"];
            404: components["responses"]["project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    createApiKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description Idempotency key. The same key and body replay the first reply for one day, or longer with `PLATFORM_KEEP_REPLIES`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description ID or name of the project. */
                projectIdOrName: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "label": "Production",
                 *       "scopes": [
                 *         "full"
                 *       ]
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Label of the key, such as where it is used.
                     * @example Production
                     */
                    label: string;
                    /**
                     * @description Scopes of the key. `full`: for servers, everything in the project. `frontend`: for the UI library, without access to secrets. Otherwise one or more capabilities: the key can do only what they allow.
                     * @default [
                     *       "full"
                     *     ]
                     */
                    scopes?: components["schemas"]["ApiKeyScope"][];
                    /**
                     * @description Origins whose pages can use the key, for keys of scope `frontend`. Each has scheme, host and port as sent by browsers. `https://*.example.com` matches all subdomains with one label. If empty, the project’s origins apply.
                     * @default []
                     */
                    allowedOrigins?: string[];
                    /** @description IDs or names of the integrations that the key is limited to. If unset, all. */
                    integrationIds?: string[];
                    /**
                     * @description Networks from which the key is accepted, in CIDR notation. If empty, from anywhere. Behind a proxy, `PLATFORM_TRUST_PROXY` must be set so that the server sees the address of the caller.
                     * @default []
                     */
                    allowedNetworks?: (string)[];
                    /**
                     * Format: date-time
                     * @description Time at which the key expires. If unset, it does not expire.
                     */
                    expireTime?: string;
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    /** @description Version of the resource, for `If-Match` and `If-None-Match`. */
                    ETag?: string;
                    /** @description URL of the resource. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "key_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "key": "plat_full_…",
                     *       "maskedKey": "plat_full_…x7Qa",
                     *       "label": "Production",
                     *       "scopes": [
                     *         "text"
                     *       ],
                     *       "integrationIds": [
                     *         "int_01jz5q0f8kf3bvw9s2m6t4x7ra"
                     *       ],
                     *       "allowedNetworks": [
                     *         "text"
                     *       ],
                     *       "unused": true,
                     *       "formerKeyUntil": "2026-01-15T09:30:00Z",
                     *       "formerKeyLastUseTime": "2026-01-15T09:30:00Z",
                     *       "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "allowedOrigins": [
                     *         "text"
                     *       ],
                     *       "active": true,
                     *       "expireTime": "2026-01-15T09:30:00Z",
                     *       "lastUseTime": "2026-01-15T09:30:00Z",
                     *       "createTime": "2026-01-15T09:30:00Z",
                     *       "updateTime": "2026-01-15T09:30:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["ApiKey"];
                };
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["frontend-keys-off.network-not-allowed.permission-missing"];
            404: components["responses"]["project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            409: components["responses"]["idempotency-key-in-use.limit-reached"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            422: components["responses"]["idempotency-key-reused"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    getApiKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description `ETag` of your copy. Returns 304 without a body if the resource is unchanged. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description ID or name of the project. */
                projectIdOrName: string;
                /** @description ID of the key. Not the secret key itself. */
                apiKey: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description Version of the resource, for `If-Match` and `If-None-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "key_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "key": "plat_full_…",
                     *       "maskedKey": "plat_full_…x7Qa",
                     *       "label": "Production",
                     *       "scopes": [
                     *         "text"
                     *       ],
                     *       "integrationIds": [
                     *         "int_01jz5q0f8kf3bvw9s2m6t4x7ra"
                     *       ],
                     *       "allowedNetworks": [
                     *         "text"
                     *       ],
                     *       "unused": true,
                     *       "formerKeyUntil": "2026-01-15T09:30:00Z",
                     *       "formerKeyLastUseTime": "2026-01-15T09:30:00Z",
                     *       "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "allowedOrigins": [
                     *         "text"
                     *       ],
                     *       "active": true,
                     *       "expireTime": "2026-01-15T09:30:00Z",
                     *       "lastUseTime": "2026-01-15T09:30:00Z",
                     *       "createTime": "2026-01-15T09:30:00Z",
                     *       "updateTime": "2026-01-15T09:30:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["ApiKey"];
                };
            };
            /** @description The resource matches `If-None-Match`. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["network-not-allowed.permission-missing"];
            404: components["responses"]["api-key-not-found.project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    deleteApiKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description `ETag` of the resource as last read. Returns 412 if it has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description ID or name of the project. */
                projectIdOrName: string;
                /** @description ID of the key. Not the secret key itself. */
                apiKey: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["network-not-allowed.permission-missing"];
            404: components["responses"]["api-key-not-found.project-not-found"];
            408: components["responses"]["request-timeout"];
            412: components["responses"]["precondition-failed"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    updateApiKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description `ETag` of the resource as last read. Returns 412 if it has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description ID or name of the project. */
                projectIdOrName: string;
                /** @description ID of the key. Not the secret key itself. */
                apiKey: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "updateMask": [
                 *         "label"
                 *       ],
                 *       "apiKey": {
                 *         "label": "Staging"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description Fields to change, as dot-separated paths. Escape dots and colons as `\.` and `\:`. Other fields in the body are ignored. */
                    updateMask: string[];
                    /** @description New values. Only fields in the mask are changed. */
                    apiKey: {
                        /**
                         * @description Label of the key, such as where it is used.
                         * @example Production
                         */
                        label?: string;
                        /** @description `false` revokes access within two seconds. */
                        active?: boolean;
                        /** @description New scopes. The secret key does not change. */
                        scopes?: components["schemas"]["ApiKeyScope"][];
                        /** @description Origins whose pages can use the key, for keys of scope `frontend`. Each has scheme, host and port as sent by browsers. `https://*.example.com` matches all subdomains with one label. If empty, the project’s origins apply. */
                        allowedOrigins?: string[];
                        /** @description IDs or names of the integrations that the key is limited to. `null` lifts the limit. */
                        integrationIds?: string[] | null;
                        /** @description Networks from which the key is accepted, in CIDR notation. If empty, from anywhere. Behind a proxy, `PLATFORM_TRUST_PROXY` must be set so that the server sees the address of the caller. */
                        allowedNetworks?: (string)[];
                        /** @description Time at which the key expires. `null` removes the expiry. */
                        expireTime?: string | null;
                    };
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description Version of the resource, for `If-Match` and `If-None-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "key_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "key": "plat_full_…",
                     *       "maskedKey": "plat_full_…x7Qa",
                     *       "label": "Production",
                     *       "scopes": [
                     *         "text"
                     *       ],
                     *       "integrationIds": [
                     *         "int_01jz5q0f8kf3bvw9s2m6t4x7ra"
                     *       ],
                     *       "allowedNetworks": [
                     *         "text"
                     *       ],
                     *       "unused": true,
                     *       "formerKeyUntil": "2026-01-15T09:30:00Z",
                     *       "formerKeyLastUseTime": "2026-01-15T09:30:00Z",
                     *       "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "allowedOrigins": [
                     *         "text"
                     *       ],
                     *       "active": true,
                     *       "expireTime": "2026-01-15T09:30:00Z",
                     *       "lastUseTime": "2026-01-15T09:30:00Z",
                     *       "createTime": "2026-01-15T09:30:00Z",
                     *       "updateTime": "2026-01-15T09:30:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["ApiKey"];
                };
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["frontend-keys-off.network-not-allowed.permission-missing"];
            404: components["responses"]["api-key-not-found.project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            412: components["responses"]["precondition-failed"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    rotateApiKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description Idempotency key. The same key and body replay the first reply for one day, or longer with `PLATFORM_KEEP_REPLIES`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description ID or name of the project. */
                projectIdOrName: string;
                /** @description ID of the key. Not the secret key itself. */
                apiKey: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "overlapHours": 24
                 *     }
                 */
                "application/json": {
                    /**
                     * @description For how many hours the former secret key is accepted. 0 rejects it within two seconds.
                     * @default 24
                     */
                    overlapHours?: number;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description Version of the resource, for `If-Match` and `If-None-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "key_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "key": "plat_full_…",
                     *       "maskedKey": "plat_full_…x7Qa",
                     *       "label": "Production",
                     *       "scopes": [
                     *         "text"
                     *       ],
                     *       "integrationIds": [
                     *         "int_01jz5q0f8kf3bvw9s2m6t4x7ra"
                     *       ],
                     *       "allowedNetworks": [
                     *         "text"
                     *       ],
                     *       "unused": true,
                     *       "formerKeyUntil": "2026-01-15T09:30:00Z",
                     *       "formerKeyLastUseTime": "2026-01-15T09:30:00Z",
                     *       "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "allowedOrigins": [
                     *         "text"
                     *       ],
                     *       "active": true,
                     *       "expireTime": "2026-01-15T09:30:00Z",
                     *       "lastUseTime": "2026-01-15T09:30:00Z",
                     *       "createTime": "2026-01-15T09:30:00Z",
                     *       "updateTime": "2026-01-15T09:30:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["ApiKey"];
                };
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["network-not-allowed.permission-missing"];
            404: components["responses"]["api-key-not-found.project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            409: components["responses"]["idempotency-key-in-use"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            422: components["responses"]["idempotency-key-reused"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    getAgentRequest: {
        parameters: {
            query: {
                /** @description Query string of the OAuth authorization request, as the client opened it in the browser. */
                request: string;
            };
            header?: {
                /** @description `ETag` of your copy. Returns 304 without a body if the resource is unchanged. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description Version of the resource, for `If-Match` and `If-None-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "name": "name",
                     *       "host": "host",
                     *       "isLocal": true,
                     *       "document": "https://acme.example/",
                     *       "capabilities": [
                     *         "read"
                     *       ],
                     *       "denialUrl": "denialUrl"
                     *     }
                     */
                    "application/json": components["schemas"]["AgentRequest"];
                };
            };
            /** @description The resource matches `If-None-Match`. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["bearer-required.credential-invalid.credential-missing"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    listAgents: {
        parameters: {
            query?: {
                /** @description Maximum number of items per page. The last page can have fewer. */
                pageSize?: number;
                /** @description Opaque token of the page, from the `Link` header of the previous page. If unset, returns the first page. */
                pageToken?: string;
            };
            header?: {
                /** @description `X-Platform-Position` of the reply to your last change, or `any` if the list does not have to show a change of yours. The list may then come from a replica of the database and be up to two seconds old; `X-Platform-Replica-Age` is its age in milliseconds. Without this header, lists show the current state. */
                "X-Platform-Position"?: components["parameters"]["LastPosition"];
            };
            path: {
                /** @description ID or name of the project. */
                projectIdOrName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description URL of the next page, with `rel="next"`. */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "agt_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "name": "name",
                     *         "host": "host",
                     *         "capabilities": [
                     *           "text"
                     *         ],
                     *         "builderId": "bld_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "email": "email",
                     *         "expireTime": "2026-01-15T09:30:00Z",
                     *         "createTime": "2026-01-15T09:30:00Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Agent"][];
                };
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["bearer-required.credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    connectAgent: {
        parameters: {
            query?: never;
            header?: {
                /** @description Idempotency key. The same key and body replay the first reply for one day, or longer with `PLATFORM_KEEP_REPLIES`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description ID or name of the project. */
                projectIdOrName: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "request": "response_type=code&client_id=https%3A%2F%2Fagent.example%2Fclient.json&redirect_uri=https%3A%2F%2Fagent.example%2Fcallback&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&code_challenge_method=S256&state=af0ifjsldkj",
                 *       "capabilities": [
                 *         "read"
                 *       ]
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Query string of the OAuth authorization request, as the client opened it in the browser.
                     * @example response_type=code&client_id=https%3A%2F%2Fagent.example%2Fclient.json&redirect_uri=https%3A%2F%2Fagent.example%2Fcallback&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&code_challenge_method=S256&state=af0ifjsldkj
                     */
                    request: string;
                    /** @description What the agent may do, besides `read` and `observe`, which it always may. */
                    capabilities: components["schemas"]["AgentCapability"][];
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    /** @description Version of the resource, for `If-Match` and `If-None-Match`. */
                    ETag?: string;
                    /** @description URL of the resource. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "agent": {
                     *         "id": "agt_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "name": "name",
                     *         "host": "host",
                     *         "capabilities": [
                     *           "text"
                     *         ],
                     *         "builderId": "bld_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "email": "email",
                     *         "expireTime": "2026-01-15T09:30:00Z",
                     *         "createTime": "2026-01-15T09:30:00Z"
                     *       },
                     *       "link": "link"
                     *     }
                     */
                    "application/json": components["schemas"]["ConnectedAgent"];
                };
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request"];
            401: components["responses"]["bearer-required.credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            409: components["responses"]["idempotency-key-in-use.limit-reached"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            422: components["responses"]["idempotency-key-reused"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    getAgent: {
        parameters: {
            query?: never;
            header?: {
                /** @description `ETag` of your copy. Returns 304 without a body if the resource is unchanged. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description ID or name of the project. */
                projectIdOrName: string;
                /** @description ID of the agent. */
                agentId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description Version of the resource, for `If-Match` and `If-None-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "agt_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "name": "name",
                     *       "host": "host",
                     *       "capabilities": [
                     *         "text"
                     *       ],
                     *       "builderId": "bld_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "email": "email",
                     *       "lastUseTime": "2026-01-15T09:30:00Z",
                     *       "expireTime": "2026-01-15T09:30:00Z",
                     *       "createTime": "2026-01-15T09:30:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Agent"];
                };
            };
            /** @description The resource matches `If-None-Match`. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["bearer-required.credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["agent-not-found.project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    disconnectAgent: {
        parameters: {
            query?: never;
            header?: {
                /** @description `ETag` of the resource as last read. Returns 412 if it has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description ID or name of the project. */
                projectIdOrName: string;
                /** @description ID of the agent. */
                agentId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request"];
            401: components["responses"]["bearer-required.credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["agent-not-found.project-not-found"];
            408: components["responses"]["request-timeout"];
            412: components["responses"]["precondition-failed"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    checkClaimedDomain: {
        parameters: {
            query: {
                /** @description Domain of the caller’s email address or of one of their organizations. */
                domain: string;
            };
            header?: {
                /** @description `ETag` of your copy. Returns 304 without a body if the resource is unchanged. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description Version of the resource, for `If-Match` and `If-None-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "id",
                     *       "parentType": "parentType",
                     *       "parentId": "parentId",
                     *       "domain": "acme.example"
                     *     }
                     */
                    "application/json": components["schemas"]["ClaimedDomainResponse"];
                };
            };
            /** @description The resource matches `If-None-Match`. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["bearer-required.credential-invalid.credential-missing"];
            404: components["responses"]["domain-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    claimDomain: {
        parameters: {
            query?: never;
            header?: {
                /** @description Idempotency key. The same key and body replay the first reply for one day, or longer with `PLATFORM_KEEP_REPLIES`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "domain": "acme.example",
                 *       "parentId": "org_01jz5q0f8kf3bvw9s2m6t4x7ra",
                 *       "parentType": "org"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Domain of email addresses. If an address or URL is given, its domain is used.
                     * @example acme.example
                     */
                    domain: string;
                    /**
                     * @description ID of the organization that claims the domain. The caller must be its owner.
                     * @example org_01jz5q0f8kf3bvw9s2m6t4x7ra
                     */
                    parentId: string;
                    /**
                     * @description Always `org`.
                     * @constant
                     */
                    parentType: "org";
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    /** @description Version of the resource, for `If-Match` and `If-None-Match`. */
                    ETag?: string;
                    /** @description URL of the resource. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "id",
                     *       "parentType": "parentType",
                     *       "parentId": "parentId",
                     *       "domain": "acme.example"
                     *     }
                     */
                    "application/json": components["schemas"]["ClaimedDomainResponse"];
                };
            };
            400: components["responses"]["domain-not-proven.invalid-input.malformed-json.malformed-request"];
            401: components["responses"]["bearer-required.credential-invalid.credential-missing"];
            403: components["responses"]["owner-required"];
            404: components["responses"]["org-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            409: components["responses"]["domain-claimed.idempotency-key-in-use"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            422: components["responses"]["idempotency-key-reused"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    listOrgClaimedDomains: {
        parameters: {
            query?: {
                /** @description Maximum number of items per page. The last page can have fewer. */
                pageSize?: number;
                /** @description Opaque token of the page, from the `Link` header of the previous page. If unset, returns the first page. */
                pageToken?: string;
            };
            header?: never;
            path: {
                /** @description ID of the organization. */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description URL of the next page, with `rel="next"`. */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "id",
                     *         "parentType": "parentType",
                     *         "parentId": "parentId",
                     *         "domain": "acme.example"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["ClaimedDomainResponse"][];
                };
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["bearer-required.credential-invalid.credential-missing"];
            404: components["responses"]["org-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    getConnectPage: {
        parameters: {
            query?: never;
            header?: {
                /** @description `ETag` of your copy. Returns 304 without a body if the resource is unchanged. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description Version of the resource, for `If-Match` and `If-None-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "appName": "Acme CRM",
                     *       "branding": {},
                     *       "integrationName": "integrationName",
                     *       "groupRef": "customer-7",
                     *       "groupName": "Globex",
                     *       "consumerRef": "user-42",
                     *       "consumerName": "Hank Scorpio",
                     *       "locale": "locale",
                     *       "returnUrl": "returnUrl",
                     *       "expireTime": "2026-01-15T09:30:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["ConnectPage"];
                };
            };
            /** @description The resource matches `If-None-Match`. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    listConnectLinks: {
        parameters: {
            query?: {
                /** @description Maximum number of items per page. The last page can have fewer. */
                pageSize?: number;
                /** @description Opaque token of the page, from the `Link` header of the previous page. If unset, returns the first page. */
                pageToken?: string;
                /** @description Returns only items of this customer. Required with a key of scope `frontend`. */
                groupRef?: string;
            };
            header?: {
                /** @description `X-Platform-Position` of the reply to your last change, or `any` if the list does not have to show a change of yours. The list may then come from a replica of the database and be up to two seconds old; `X-Platform-Replica-Age` is its age in milliseconds. Without this header, lists show the current state. */
                "X-Platform-Position"?: components["parameters"]["LastPosition"];
            };
            path: {
                /** @description ID or name of the project. */
                projectIdOrName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description URL of the next page, with `rel="next"`. */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "clnk_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "integrationId": "int_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "group": {
                     *           "groupRef": "customer-7",
                     *           "groupName": "Globex"
                     *         },
                     *         "consumer": {
                     *           "consumerRef": "user-42",
                     *           "consumerName": "Hank Scorpio"
                     *         },
                     *         "createdBy": "api:create-installation",
                     *         "expireTime": "2026-01-15T09:30:00Z",
                     *         "createTime": "2026-01-15T09:30:00Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["ConnectLink"][];
                };
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["network-not-allowed.permission-missing"];
            404: components["responses"]["project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    getConnectLink: {
        parameters: {
            query?: never;
            header?: {
                /** @description `ETag` of your copy. Returns 304 without a body if the resource is unchanged. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description ID or name of the project. */
                projectIdOrName: string;
                /** @description ID of the link. */
                connectLinkId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description Version of the resource, for `If-Match` and `If-None-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "clnk_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "integrationId": "int_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "group": {
                     *         "groupRef": "customer-7",
                     *         "groupName": "Globex"
                     *       },
                     *       "consumer": {
                     *         "consumerRef": "user-42",
                     *         "consumerName": "Hank Scorpio"
                     *       },
                     *       "locale": "locale",
                     *       "returnUrl": "returnUrl",
                     *       "createdBy": "api:create-installation",
                     *       "lastUseTime": "2026-01-15T09:30:00Z",
                     *       "expireTime": "2026-01-15T09:30:00Z",
                     *       "createTime": "2026-01-15T09:30:00Z",
                     *       "link": "link"
                     *     }
                     */
                    "application/json": components["schemas"]["ConnectLink"];
                };
            };
            /** @description The resource matches `If-None-Match`. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["network-not-allowed.permission-missing"];
            404: components["responses"]["connect-link-not-found.project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    deleteConnectLink: {
        parameters: {
            query?: never;
            header?: {
                /** @description `ETag` of the resource as last read. Returns 412 if it has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description ID or name of the project. */
                projectIdOrName: string;
                /** @description ID of the link. */
                connectLinkId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["network-not-allowed.permission-missing"];
            404: components["responses"]["connect-link-not-found.project-not-found"];
            408: components["responses"]["request-timeout"];
            412: components["responses"]["precondition-failed"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    createConnectLink: {
        parameters: {
            query?: never;
            header?: {
                /** @description Idempotency key. The same key and body replay the first reply for one day, or longer with `PLATFORM_KEEP_REPLIES`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description ID or name of the project. */
                projectIdOrName: string;
                /** @description ID or name of the integration. */
                integrationIdOrName: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "groupRef": "customer-7",
                 *       "groupName": "Globex",
                 *       "returnUrl": "https://app.acme.example/settings/integrations"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Your reference for a customer: a company, team or workspace.
                     * @example customer-7
                     */
                    groupRef: string;
                    /**
                     * @description Name of the customer, for display. If unset, the current name is kept.
                     * @example Globex
                     */
                    groupName?: string;
                    /**
                     * @description End user as whom the page acts. Defaults to the ID of the link, under the name of the customer.
                     * @example user-42
                     */
                    consumerRef?: string;
                    /**
                     * @description Name of the end user, for display. If unset, the current name is kept.
                     * @example Hank Scorpio
                     */
                    consumerName?: string;
                    /** @description Language of the page, such as `de`. Defaults to the language of the browser. */
                    locale?: string;
                    /**
                     * @description Page of your product that the hosted page links back to. If the project lists allowed origins, it must be at one of them.
                     * @example https://app.acme.example/settings/integrations
                     */
                    returnUrl?: string;
                    /**
                     * @description Lifetime of the link, in hours.
                     * @default 168
                     */
                    hours?: number;
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    /** @description Version of the resource, for `If-Match` and `If-None-Match`. */
                    ETag?: string;
                    /** @description URL of the resource. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "clnk_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "integrationId": "int_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "group": {
                     *         "groupRef": "customer-7",
                     *         "groupName": "Globex"
                     *       },
                     *       "consumer": {
                     *         "consumerRef": "user-42",
                     *         "consumerName": "Hank Scorpio"
                     *       },
                     *       "locale": "locale",
                     *       "returnUrl": "returnUrl",
                     *       "createdBy": "api:create-installation",
                     *       "lastUseTime": "2026-01-15T09:30:00Z",
                     *       "expireTime": "2026-01-15T09:30:00Z",
                     *       "createTime": "2026-01-15T09:30:00Z",
                     *       "link": "link"
                     *     }
                     */
                    "application/json": components["schemas"]["ConnectLink"];
                };
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["network-not-allowed.permission-missing"];
            404: components["responses"]["integration-not-found.project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            409: components["responses"]["idempotency-key-in-use.limit-reached"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            422: components["responses"]["idempotency-key-reused"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    customAuthConnect: {
        parameters: {
            query?: never;
            header?: {
                /** @description Idempotency key. The same key and body replay the first reply for one day, or longer with `PLATFORM_KEEP_REPLIES`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "projectIdOrName": "acme-crm",
                 *       "provider": "redtail",
                 *       "groupRef": "customer-7",
                 *       "groupName": "Globex",
                 *       "consumerRef": "user-42",
                 *       "consumerName": "Hank Scorpio",
                 *       "customAuth": {
                 *         "apiKey": "the-api-key",
                 *         "username": "hank",
                 *         "password": "the-password"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["CustomAuthConnectRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description Version of the resource, for `If-Match` and `If-None-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "redirect": {
                     *         "url": "url",
                     *         "sessionId": "csn_01jz5q0f8kf3bvw9s2m6t4x7ra"
                     *       },
                     *       "connection": {
                     *         "id": "conn_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "provider": "salesforce",
                     *         "group": {
                     *           "groupRef": "customer-7",
                     *           "groupName": "Globex",
                     *           "projectId": "projectId",
                     *           "createTime": "2026-01-15T09:30:00Z"
                     *         },
                     *         "consumer": {
                     *           "consumerRef": "user-42",
                     *           "consumerName": "Hank Scorpio",
                     *           "projectId": "projectId",
                     *           "createTime": "2026-01-15T09:30:00Z"
                     *         },
                     *         "createTime": "2026-01-15T09:30:00Z",
                     *         "authScheme": "none",
                     *         "status": "created",
                     *         "health": {
                     *           "state": "healthy"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["CustomAuthConnected"];
                };
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request.oauth-state-invalid.provider-not-supported"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["frontend-keys-off.network-not-allowed.origin-not-allowed.permission-missing"];
            404: components["responses"]["connect-session-not-found.project-not-found.provider-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            409: components["responses"]["idempotency-key-in-use.limit-reached"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            422: components["responses"]["connect-session-failed.connect-session-open.credentials-refused.idempotency-key-reused.provider-app-missing"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            502: components["responses"]["provider-refused.provider-unavailable"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    oauthConnect: {
        parameters: {
            query?: never;
            header?: {
                /** @description Idempotency key. The same key and body replay the first reply for one day, or longer with `PLATFORM_KEEP_REPLIES`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "projectIdOrName": "acme-crm",
                 *       "provider": "salesforce",
                 *       "groupRef": "customer-7",
                 *       "groupName": "Globex",
                 *       "consumerRef": "user-42",
                 *       "consumerName": "Hank Scorpio"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description ID or name of the project whose provider app is used.
                     * @example acme-crm
                     */
                    projectIdOrName: string;
                    /**
                     * @description Name of the provider in the catalogue.
                     * @example salesforce
                     */
                    provider: string;
                    /**
                     * @description Your reference for a customer: a company, team or workspace.
                     * @example customer-7
                     */
                    groupRef: string;
                    /**
                     * @description Name of the customer, for display. If unset, the current name is kept.
                     * @example Globex
                     */
                    groupName?: string;
                    /**
                     * @description Your reference for an end user.
                     * @example user-42
                     */
                    consumerRef: string;
                    /**
                     * @description Name of the end user, for display. If unset, the current name is kept.
                     * @example Hank Scorpio
                     */
                    consumerName?: string;
                    /**
                     * @description The customer’s workspace at the provider, such as the subdomain in its URLs. Required if the catalogue sets `explicitWorkspaceRequired`.
                     * @example globex
                     */
                    providerWorkspaceRef?: string;
                    /** @description Values for the catalogue’s `metadata.input`, by name. */
                    providerMetadata?: components["schemas"]["ProviderMetadata"];
                    /**
                     * @description ID of the provider app to use. Defaults to the project’s default app for the provider.
                     * @example papp_01jz5q0f8kf3bvw9s2m6t4x7ra
                     */
                    providerAppId?: string;
                    /** @description Accepted for existing clients and ignored. CSRF protection is always on: the flow is bound to the browser that started it. */
                    enableCSRFProtection?: boolean;
                    /** @description Whether the end user can sign in to an account other than the connected one. If they do, all data is read again. */
                    changeAccount?: boolean;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request.provider-not-supported"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["frontend-keys-off.network-not-allowed.origin-not-allowed.permission-missing"];
            404: components["responses"]["project-not-found.provider-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            409: components["responses"]["idempotency-key-in-use.limit-reached"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            422: components["responses"]["idempotency-key-reused.provider-app-missing"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    getConnectSession: {
        parameters: {
            query?: never;
            header?: {
                /** @description `ETag` of your copy. Returns 304 without a body if the resource is unchanged. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description ID or name of the project. */
                projectIdOrName: string;
                /** @description ID of the connect session, from the `X-Connect-Session` header. */
                connectSessionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description Version of the resource, for `If-Match` and `If-None-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "csn_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "status": "pending",
                     *       "provider": "salesforce",
                     *       "connectionId": "conn_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "error": "error",
                     *       "errorCode": "errorCode",
                     *       "accounts": {
                     *         "connected": "connected",
                     *         "signedIn": "signedIn"
                     *       },
                     *       "createTime": "2026-01-15T09:30:00Z",
                     *       "expireTime": "2026-01-15T09:30:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["ConnectSession"];
                };
            };
            /** @description The resource matches `If-None-Match`. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["frontend-keys-off.network-not-allowed.origin-not-allowed.permission-missing"];
            404: components["responses"]["connect-session-not-found.project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    listConnections: {
        parameters: {
            query?: {
                /** @description Returns only connections to this provider, by its name in the catalogue. */
                provider?: string;
                /** @description Returns only connections of this customer. Required with a key of scope `frontend`. */
                groupRef?: string;
                /** @description Returns only connections created by this end user. */
                consumerRef?: string;
                /** @description Maximum number of items per page. The last page can have fewer. */
                pageSize?: number;
                /** @description Opaque token of the page, from the `Link` header of the previous page. If unset, returns the first page. */
                pageToken?: string;
            };
            header?: {
                /** @description `X-Platform-Position` of the reply to your last change, or `any` if the list does not have to show a change of yours. The list may then come from a replica of the database and be up to two seconds old; `X-Platform-Replica-Age` is its age in milliseconds. Without this header, lists show the current state. */
                "X-Platform-Position"?: components["parameters"]["LastPosition"];
            };
            path: {
                /** @description ID or name of the project. */
                projectIdOrName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description URL of the next page, with `rel="next"`. */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "conn_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "provider": "salesforce",
                     *         "group": {
                     *           "groupRef": "customer-7",
                     *           "groupName": "Globex",
                     *           "projectId": "projectId",
                     *           "createTime": "2026-01-15T09:30:00Z"
                     *         },
                     *         "consumer": {
                     *           "consumerRef": "user-42",
                     *           "consumerName": "Hank Scorpio",
                     *           "projectId": "projectId",
                     *           "createTime": "2026-01-15T09:30:00Z"
                     *         },
                     *         "createTime": "2026-01-15T09:30:00Z",
                     *         "authScheme": "none",
                     *         "status": "created",
                     *         "health": {
                     *           "state": "healthy"
                     *         }
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Connection"][];
                };
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["frontend-keys-off.network-not-allowed.origin-not-allowed.permission-missing"];
            404: components["responses"]["project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    getConnection: {
        parameters: {
            query?: {
                /** @description Returns only items of this customer. Required with a key of scope `frontend`. */
                groupRef?: string;
                /** @description Whether to return tokens and keys. */
                includeCreds?: boolean;
                /** @description Whether to return the refresh token as well. Requires `includeCreds`. */
                includeRefreshToken?: boolean;
                /** @description Refreshes the access token first. `force`: always. `ifExpired`: only if it has expired. */
                refresh?: "force" | "ifExpired";
            };
            header?: {
                /** @description `ETag` of your copy. Returns 304 without a body if the resource is unchanged. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description ID or name of the project. */
                projectIdOrName: string;
                /** @description ID of the connection. */
                connectionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description Version of the resource, for `If-Match` and `If-None-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "conn_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "provider": "salesforce",
                     *       "providerApp": {
                     *         "id": "papp_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "provider": "salesforce",
                     *         "clientId": "3MVG9acmeClient",
                     *         "createTime": "2026-01-15T09:30:00Z"
                     *       },
                     *       "group": {
                     *         "groupRef": "customer-7",
                     *         "groupName": "Globex",
                     *         "projectId": "projectId",
                     *         "createTime": "2026-01-15T09:30:00Z"
                     *       },
                     *       "consumer": {
                     *         "consumerRef": "user-42",
                     *         "consumerName": "Hank Scorpio",
                     *         "projectId": "projectId",
                     *         "createTime": "2026-01-15T09:30:00Z"
                     *       },
                     *       "providerWorkspaceRef": "globex",
                     *       "providerConsumerRef": "providerConsumerRef",
                     *       "createTime": "2026-01-15T09:30:00Z",
                     *       "updateTime": "2026-01-15T09:30:00Z",
                     *       "authScheme": "none",
                     *       "status": "created",
                     *       "tokenExpireTime": "2026-01-15T09:30:00Z",
                     *       "health": {
                     *         "state": "healthy"
                     *       },
                     *       "oauth2AuthorizationCode": {},
                     *       "apiKey": "apiKey",
                     *       "providerMetadata": {},
                     *       "refreshFailure": {
                     *         "kind": "outage",
                     *         "failuresInARow": 1,
                     *         "detail": "detail"
                     *       },
                     *       "refusal": {
                     *         "detail": "detail",
                     *         "since": "2026-01-15T09:30:00Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Connection"];
                };
            };
            /** @description The resource matches `If-None-Match`. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["frontend-keys-off.network-not-allowed.origin-not-allowed.permission-missing"];
            404: components["responses"]["connection-not-found.project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            422: components["responses"]["credentials-refused"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            502: components["responses"]["provider-refused.provider-unavailable"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    deleteConnection: {
        parameters: {
            query?: {
                /** @description Returns only items of this customer. Required with a key of scope `frontend`. */
                groupRef?: string;
            };
            header?: {
                /** @description `ETag` of the resource as last read. Returns 412 if it has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description ID or name of the project. */
                projectIdOrName: string;
                /** @description ID of the connection. */
                connectionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["frontend-keys-off.network-not-allowed.origin-not-allowed.permission-missing"];
            404: components["responses"]["connection-not-found.project-not-found"];
            408: components["responses"]["request-timeout"];
            412: components["responses"]["precondition-failed"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            422: components["responses"]["connection-in-use"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    updateConnection: {
        parameters: {
            query?: {
                /** @description Returns only items of this customer. Required with a key of scope `frontend`. */
                groupRef?: string;
            };
            header?: {
                /** @description `ETag` of the resource as last read. Returns 412 if it has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description ID or name of the project. */
                projectIdOrName: string;
                /** @description ID of the connection. */
                connectionId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "updateMask": [
                 *         "providerWorkspaceRef"
                 *       ],
                 *       "connection": {
                 *         "providerWorkspaceRef": "globex-europe"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description Fields to change, as dot-separated paths. Escape dots and colons as `\.` and `\:`. Other fields in the body are ignored. */
                    updateMask: ("providerWorkspaceRef" | "providerMetadata" | "apiKey" | "customAuth" | "basicAuth" | "oauth2ClientCredentials" | "oauth2PasswordCredentials" | "oauth2AuthorizationCode")[];
                    /** @description New values. The owner of the connection cannot be changed. */
                    connection: {
                        /**
                         * @description Name of the provider in the catalogue, such as `salesforce`.
                         * @example salesforce
                         */
                        provider?: string;
                        /**
                         * @description Your reference for a customer: a company, team or workspace.
                         * @example customer-7
                         */
                        groupRef?: string;
                        /**
                         * @description Name of the customer, for display. If unset, the current name is kept.
                         * @example Globex
                         */
                        groupName?: string;
                        /**
                         * @description Your reference for an end user.
                         * @example user-42
                         */
                        consumerRef?: string;
                        /**
                         * @description Name of the end user, for display. If unset, the current name is kept.
                         * @example Hank Scorpio
                         */
                        consumerName?: string;
                        /**
                         * @description The customer’s workspace at the provider, such as the subdomain in its URLs. Required if the catalogue’s URLs contain `{{workspace}}`.
                         * @example globex
                         */
                        providerWorkspaceRef?: string;
                        /** @description Values for the catalogue’s `metadata.input`, by name. */
                        providerMetadata?: components["schemas"]["ProviderMetadata"];
                        /** @description API key issued to the customer by the provider. Set exactly one type of credentials. */
                        apiKey?: string;
                        /** @description Credentials for a provider-specific scheme: one value for each of the catalogue’s `inputs`, by name. */
                        customAuth?: {
                            [key: string]: unknown;
                        };
                        /** @description Credentials for HTTP Basic authentication. */
                        basicAuth?: {
                            /** @description User name as defined by the provider; often an email address. */
                            username: string;
                            /** @description Password. Stored encrypted and never returned. */
                            password: string;
                        };
                        /** @description Credentials for a provider that issues an OAuth client to each customer. The platform uses it to obtain tokens. */
                        oauth2ClientCredentials?: {
                            /**
                             * @description Client ID issued to the customer by the provider.
                             * @example 3MVG9acmeClient
                             */
                            clientId: string;
                            /**
                             * @description Client secret of the customer. Stored encrypted and never returned.
                             * @example a-long-secret
                             */
                            clientSecret: string;
                            /** @description Scopes to request. Defaults to the provider’s default scopes. */
                            scopes?: string[];
                        };
                        /** @description Credentials for a provider that exchanges a user’s password for tokens. */
                        oauth2PasswordCredentials?: {
                            /** @description User name of the customer’s user. */
                            username: string;
                            /** @description Password of the user. Stored encrypted and never returned. */
                            password: string;
                            /**
                             * @description Client ID issued to the customer by the provider.
                             * @example 3MVG9acmeClient
                             */
                            clientId: string;
                            /**
                             * @description Client secret of the customer. Stored encrypted and never returned.
                             * @example a-long-secret
                             */
                            clientSecret: string;
                            /** @description Scopes to request. Defaults to the provider’s default scopes. */
                            scopes?: string[];
                        };
                        /** @description Tokens imported from another system. They are refreshed with the project’s provider app, which must be the one they were issued to. */
                        oauth2AuthorizationCode?: components["schemas"]["Oauth2AuthorizationCode"];
                    };
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description Version of the resource, for `If-Match` and `If-None-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "conn_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "provider": "salesforce",
                     *       "providerApp": {
                     *         "id": "papp_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "provider": "salesforce",
                     *         "clientId": "3MVG9acmeClient",
                     *         "createTime": "2026-01-15T09:30:00Z"
                     *       },
                     *       "group": {
                     *         "groupRef": "customer-7",
                     *         "groupName": "Globex",
                     *         "projectId": "projectId",
                     *         "createTime": "2026-01-15T09:30:00Z"
                     *       },
                     *       "consumer": {
                     *         "consumerRef": "user-42",
                     *         "consumerName": "Hank Scorpio",
                     *         "projectId": "projectId",
                     *         "createTime": "2026-01-15T09:30:00Z"
                     *       },
                     *       "providerWorkspaceRef": "globex",
                     *       "providerConsumerRef": "providerConsumerRef",
                     *       "createTime": "2026-01-15T09:30:00Z",
                     *       "updateTime": "2026-01-15T09:30:00Z",
                     *       "authScheme": "none",
                     *       "status": "created",
                     *       "tokenExpireTime": "2026-01-15T09:30:00Z",
                     *       "health": {
                     *         "state": "healthy"
                     *       },
                     *       "oauth2AuthorizationCode": {},
                     *       "apiKey": "apiKey",
                     *       "providerMetadata": {},
                     *       "refreshFailure": {
                     *         "kind": "outage",
                     *         "failuresInARow": 1,
                     *         "detail": "detail"
                     *       },
                     *       "refusal": {
                     *         "detail": "detail",
                     *         "since": "2026-01-15T09:30:00Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Connection"];
                };
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request.provider-not-supported"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["frontend-keys-off.network-not-allowed.origin-not-allowed.permission-missing"];
            404: components["responses"]["connection-not-found.project-not-found.provider-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            412: components["responses"]["precondition-failed"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            422: components["responses"]["credentials-refused"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    listConnectionRefreshes: {
        parameters: {
            query?: {
                /** @description Maximum number of items per page. The last page can have fewer. */
                pageSize?: number;
                /** @description Opaque token of the page, from the `Link` header of the previous page. If unset, returns the first page. */
                pageToken?: string;
            };
            header?: {
                /** @description `X-Platform-Position` of the reply to your last change, or `any` if the list does not have to show a change of yours. The list may then come from a replica of the database and be up to two seconds old; `X-Platform-Replica-Age` is its age in milliseconds. Without this header, lists show the current state. */
                "X-Platform-Position"?: components["parameters"]["LastPosition"];
            };
            path: {
                /** @description ID or name of the project. */
                projectIdOrName: string;
                /** @description ID of the connection. */
                connectionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description URL of the next page, with `rel="next"`. */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "ref_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "time": "2026-01-15T09:30:00Z",
                     *         "outcome": "renewed"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["ConnectionRefresh"][];
                };
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["network-not-allowed.permission-missing"];
            404: components["responses"]["connection-not-found.project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    checkProviderEntry: {
        parameters: {
            query?: never;
            header?: {
                /** @description Idempotency key. The same key and body replay the first reply for one day, or longer with `PLATFORM_KEEP_REPLIES`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description ID or name of the project. */
                projectIdOrName: string;
                /** @description ID of the connection. */
                connectionId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "entry": {
                 *         "objects": {
                 *           "contacts": {
                 *             "read": {
                 *               "path": "/services/data/v60.0/query",
                 *               "query": {
                 *                 "q": "SELECT Id, LastName FROM Contact"
                 *               },
                 *               "records": "records",
                 *               "id": "Id"
                 *             }
                 *           }
                 *         }
                 *       },
                 *       "objectName": "contacts"
                 *     }
                 */
                "application/json": {
                    /** @description Provider entry, or the parts of it that differ from the catalogue. */
                    entry: {
                        [key: string]: unknown;
                    };
                    /**
                     * @description Object to test, by its name in the entry.
                     * @example Contact
                     */
                    objectName: string;
                    /** @description Fields of a test record. The record is created, read, updated and deleted, as far as the entry defines these actions. */
                    record?: {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description Version of the resource, for `If-Match` and `If-None-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "provider": "salesforce",
                     *       "objectName": "Contact",
                     *       "findings": [
                     *         {
                     *           "ability": "read",
                     *           "outcome": "passed",
                     *           "detail": "detail"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["EntryCheck"];
                };
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["network-not-allowed.permission-missing"];
            404: components["responses"]["connection-not-found.project-not-found.provider-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            409: components["responses"]["idempotency-key-in-use"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            422: components["responses"]["idempotency-key-reused"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    oauthUpdate: {
        parameters: {
            query?: {
                /** @description Returns only items of this customer. Required with a key of scope `frontend`. */
                groupRef?: string;
                /** @description Whether the end user can sign in to an account other than the connected one. If they do, all data is read again. */
                changeAccount?: boolean;
                /** @description Lifetime of the URL in hours, for a link that you send to the end user. Defaults to 10 minutes. The URL can be used once. Requires a builder or a key of scope `full`. */
                linkHours?: number;
            };
            header?: {
                /** @description `ETag` of the resource as last read. Returns 412 if it has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description ID or name of the project. */
                projectIdOrName: string;
                /** @description ID of the connection. */
                connectionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request.provider-not-supported"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["frontend-keys-off.network-not-allowed.origin-not-allowed.permission-missing"];
            404: components["responses"]["connection-not-found.project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            409: components["responses"]["limit-reached"];
            412: components["responses"]["precondition-failed"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            422: components["responses"]["credentials-refused.provider-app-missing"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            502: components["responses"]["provider-refused.provider-unavailable"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    recordProviderObject: {
        parameters: {
            query?: never;
            header?: {
                /** @description Idempotency key. The same key and body replay the first reply for one day, or longer with `PLATFORM_KEEP_REPLIES`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description ID or name of the project. */
                projectIdOrName: string;
                /** @description ID of the connection. */
                connectionId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "objectName": "Contact",
                 *       "pages": 2
                 *     }
                 */
                "application/json": {
                    /** @description Provider entry, or the parts of it that differ from the catalogue. */
                    entry?: {
                        [key: string]: unknown;
                    };
                    /**
                     * @description Object to record, by its name in the entry.
                     * @example Contact
                     */
                    objectName: string;
                    /**
                     * @description Maximum number of pages.
                     * @default 3
                     */
                    pages?: number;
                    /**
                     * @description Number of records to request per page, if the provider allows it.
                     * @default 20
                     */
                    pageSize?: number;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description Version of the resource, for `If-Match` and `If-None-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "provider": "salesforce",
                     *       "objectName": "Contact",
                     *       "replies": [
                     *         {
                     *           "object": "object",
                     *           "recording": "recording",
                     *           "method": "method",
                     *           "path": "path",
                     *           "status": 1,
                     *           "body": {}
                     *         }
                     *       ],
                     *       "records": 1,
                     *       "ended": true
                     *     }
                     */
                    "application/json": components["schemas"]["Recording"];
                };
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["network-not-allowed.permission-missing"];
            404: components["responses"]["connection-not-found.project-not-found.provider-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            409: components["responses"]["idempotency-key-in-use"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            422: components["responses"]["credentials-refused.idempotency-key-reused"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            502: components["responses"]["provider-refused.provider-unavailable"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    generateConnection: {
        parameters: {
            query?: never;
            header?: {
                /** @description Idempotency key. The same key and body replay the first reply for one day, or longer with `PLATFORM_KEEP_REPLIES`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description ID or name of the project. */
                projectIdOrName: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "provider": "hubspot",
                 *       "groupRef": "customer-7",
                 *       "groupName": "Globex",
                 *       "consumerRef": "user-42",
                 *       "consumerName": "Hank Scorpio",
                 *       "oauth2AuthorizationCode": {
                 *         "accessToken": {
                 *           "token": "the-access-token"
                 *         },
                 *         "refreshToken": {
                 *           "token": "the-refresh-token"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["GenerateConnectionRequest"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    /** @description Version of the resource, for `If-Match` and `If-None-Match`. */
                    ETag?: string;
                    /** @description URL of the resource. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "conn_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "provider": "salesforce",
                     *       "providerApp": {
                     *         "id": "papp_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "provider": "salesforce",
                     *         "clientId": "3MVG9acmeClient",
                     *         "createTime": "2026-01-15T09:30:00Z"
                     *       },
                     *       "group": {
                     *         "groupRef": "customer-7",
                     *         "groupName": "Globex",
                     *         "projectId": "projectId",
                     *         "createTime": "2026-01-15T09:30:00Z"
                     *       },
                     *       "consumer": {
                     *         "consumerRef": "user-42",
                     *         "consumerName": "Hank Scorpio",
                     *         "projectId": "projectId",
                     *         "createTime": "2026-01-15T09:30:00Z"
                     *       },
                     *       "providerWorkspaceRef": "globex",
                     *       "providerConsumerRef": "providerConsumerRef",
                     *       "createTime": "2026-01-15T09:30:00Z",
                     *       "updateTime": "2026-01-15T09:30:00Z",
                     *       "authScheme": "none",
                     *       "status": "created",
                     *       "tokenExpireTime": "2026-01-15T09:30:00Z",
                     *       "health": {
                     *         "state": "healthy"
                     *       },
                     *       "oauth2AuthorizationCode": {},
                     *       "apiKey": "apiKey",
                     *       "providerMetadata": {},
                     *       "refreshFailure": {
                     *         "kind": "outage",
                     *         "failuresInARow": 1,
                     *         "detail": "detail"
                     *       },
                     *       "refusal": {
                     *         "detail": "detail",
                     *         "since": "2026-01-15T09:30:00Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Connection"];
                };
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request.provider-not-supported"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["frontend-keys-off.network-not-allowed.origin-not-allowed.permission-missing"];
            404: components["responses"]["project-not-found.provider-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            409: components["responses"]["idempotency-key-in-use.limit-reached"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            422: components["responses"]["credentials-refused.idempotency-key-reused"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    listDeliveries: {
        parameters: {
            query?: {
                /** @description Maximum number of items per page. The last page can have fewer. */
                pageSize?: number;
                /** @description Opaque token of the page, from the `Link` header of the previous page. If unset, returns the first page. */
                pageToken?: string;
                /** @description Order of the list: a field, or `-` and a field for descending order. A page token is valid only with the order that it was returned for. */
                sort?: "-createTime" | "createTime";
                /** @description Returns only events of this type. */
                type?: components["schemas"]["MessageType"];
                /** @description Returns only events delivered to this destination, by its ID. */
                destinationId?: string;
                /** @description Returns only events with deliveries in this status. `failing` matches `retrying` and `failed`. */
                status?: "pending" | "retrying" | "paused" | "delivered" | "failed" | "canceled" | "failing";
                /** @description Returns only events about this customer. */
                groupRef?: string;
                /** @description Returns only events about this installation. Available while the installation exists. */
                installationId?: string;
                /** @description Returns only events with records of this operation. */
                operationId?: string;
                /** @description Returns only events at or after this time. */
                from?: string;
                /** @description Returns only events before this time. */
                to?: string;
                /** @description Returns only deliveries of this event. */
                eventId?: string;
            };
            header?: {
                /** @description `X-Platform-Position` of the reply to your last change, or `any` if the list does not have to show a change of yours. The list may then come from a replica of the database and be up to two seconds old; `X-Platform-Replica-Age` is its age in milliseconds. Without this header, lists show the current state. */
                "X-Platform-Position"?: components["parameters"]["LastPosition"];
            };
            path: {
                /** @description ID or name of the project. */
                projectIdOrName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description URL of the next page, with `rel="next"`. */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "dlv_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "eventId": "evt_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "eventType": "connection.created",
                     *         "destinationId": "dest_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "status": "pending",
                     *         "attempts": 1,
                     *         "createTime": "2026-01-15T09:30:00Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Delivery"][];
                };
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["network-not-allowed.permission-missing"];
            404: components["responses"]["project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    getDelivery: {
        parameters: {
            query?: never;
            header?: {
                /** @description `ETag` of your copy. Returns 304 without a body if the resource is unchanged. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description ID or name of the project. */
                projectIdOrName: string;
                /** @description ID of the delivery. */
                deliveryId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description Version of the resource, for `If-Match` and `If-None-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "dlv_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "eventId": "evt_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "eventType": "connection.created",
                     *       "destinationId": "dest_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "groupRef": "customer-7",
                     *       "groupName": "Globex",
                     *       "installationId": "inst_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "operationId": "op_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "objectName": "Contact",
                     *       "numRecords": 1,
                     *       "status": "pending",
                     *       "attempts": 1,
                     *       "createTime": "2026-01-15T09:30:00Z",
                     *       "nextAttemptTime": "2026-01-15T09:30:00Z",
                     *       "lastAttemptTime": "2026-01-15T09:30:00Z",
                     *       "lastError": "lastError"
                     *     }
                     */
                    "application/json": components["schemas"]["Delivery"];
                };
            };
            /** @description The resource matches `If-None-Match`. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["network-not-allowed.permission-missing"];
            404: components["responses"]["delivery-not-found.project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    listAttempts: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description ID or name of the project. */
                projectIdOrName: string;
                /** @description ID of the delivery. */
                deliveryId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "number": 1,
                     *         "time": "2026-01-15T09:30:00Z",
                     *         "durationMs": 1,
                     *         "succeeded": true
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Attempt"][];
                };
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["network-not-allowed.permission-missing"];
            404: components["responses"]["delivery-not-found.project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    retryDelivery: {
        parameters: {
            query?: never;
            header?: {
                /** @description Idempotency key. The same key and body replay the first reply for one day, or longer with `PLATFORM_KEEP_REPLIES`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description ID or name of the project. */
                projectIdOrName: string;
                /** @description ID of the delivery. */
                deliveryId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Accepted. */
            202: {
                headers: {
                    /** @description Version of the resource, for `If-Match` and `If-None-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "dlv_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "eventId": "evt_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "eventType": "connection.created",
                     *       "destinationId": "dest_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "groupRef": "customer-7",
                     *       "groupName": "Globex",
                     *       "installationId": "inst_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "operationId": "op_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "objectName": "Contact",
                     *       "numRecords": 1,
                     *       "status": "pending",
                     *       "attempts": 1,
                     *       "createTime": "2026-01-15T09:30:00Z",
                     *       "nextAttemptTime": "2026-01-15T09:30:00Z",
                     *       "lastAttemptTime": "2026-01-15T09:30:00Z",
                     *       "lastError": "lastError"
                     *     }
                     */
                    "application/json": components["schemas"]["Delivery"];
                };
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["network-not-allowed.permission-missing"];
            404: components["responses"]["delivery-not-found.destination-not-found.project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            409: components["responses"]["delivery-in-progress.idempotency-key-in-use"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            422: components["responses"]["idempotency-key-reused"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    replayDeliveries: {
        parameters: {
            query?: never;
            header?: {
                /** @description Idempotency key. The same key and body replay the first reply for one day, or longer with `PLATFORM_KEEP_REPLIES`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description ID or name of the project. */
                projectIdOrName: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "status": "failed",
                 *       "from": "2026-01-15T09:30:00Z",
                 *       "perSecond": 10
                 *     }
                 */
                "application/json": {
                    /** @description Only deliveries to this destination. If unset, all destinations. */
                    destinationId?: string;
                    /** @description Only deliveries of these event types. If unset, all types. */
                    eventTypes?: components["schemas"]["MessageType"][];
                    /**
                     * @description Only deliveries with this status. Defaults to `failed`.
                     * @enum {string}
                     */
                    status?: "failed" | "delivered" | "canceled";
                    /**
                     * Format: date-time
                     * @description Only events at or after this time.
                     */
                    from?: string;
                    /**
                     * Format: date-time
                     * @description Only events before this time.
                     */
                    to?: string;
                    /** @description Maximum rate, in deliveries per second. Limits the load on the receiver. */
                    perSecond?: number;
                    /** @description Whether to only count the deliveries. Nothing is sent and no `replay` is created. */
                    dryRun?: boolean;
                };
            };
        };
        responses: {
            /** @description Accepted. */
            202: {
                headers: {
                    /** @description Version of the resource, for `If-Match` and `If-None-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "count": 1,
                     *       "hasMore": true,
                     *       "replay": {
                     *         "id": "rpl_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "status": "running",
                     *         "filter": {
                     *           "status": "failed"
                     *         },
                     *         "replayed": 1,
                     *         "perSecond": 1,
                     *         "createTime": "2026-01-15T09:30:00Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description Number of selected deliveries, up to 10,000. */
                        count: number;
                        /** @description Whether there are more deliveries than counted. */
                        hasMore: boolean;
                        /** @description Replay that was created. Use its ID to get the progress. Absent with `dryRun`. */
                        replay?: components["schemas"]["Replay"];
                    };
                };
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["network-not-allowed.permission-missing"];
            404: components["responses"]["destination-not-found.project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            409: components["responses"]["idempotency-key-in-use.limit-reached"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            422: components["responses"]["idempotency-key-reused"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    getDeliveryHours: {
        parameters: {
            query?: {
                /** @description Returns only deliveries to this destination. */
                destinationId?: string;
                /** @description Returns only deliveries about this installation. Cannot be combined with `destinationId`. */
                installationId?: string;
                /** @description Start of the period, rounded down to the hour. Defaults to 24 hours ago. */
                from?: string;
                /** @description End of the period, at most 31 days after the start. Defaults to now. */
                to?: string;
            };
            header?: never;
            path: {
                /** @description ID or name of the project. */
                projectIdOrName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "time": "2026-01-15T09:30:00Z",
                     *         "delivered": 1,
                     *         "retried": 1,
                     *         "failed": 1,
                     *         "recordsDelivered": 1,
                     *         "recordsFailed": 1
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["DeliveryHour"][];
                };
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["network-not-allowed.permission-missing"];
            404: components["responses"]["project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    testDestination: {
        parameters: {
            query?: never;
            header?: {
                /** @description Idempotency key. The same key and body replay the first reply for one day, or longer with `PLATFORM_KEEP_REPLIES`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description ID or name of the project. */
                projectIdOrName: string;
                /** @description ID or name of the destination. No route is required. */
                destination: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "eventType": "connection.created"
                 *     }
                 */
                "application/json": {
                    /** @description Type of the test message. Default: `connection.created`. */
                    eventType?: components["schemas"]["MessageType"];
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description Version of the resource, for `If-Match` and `If-None-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "number": 1,
                     *       "time": "2026-01-15T09:30:00Z",
                     *       "durationMs": 1,
                     *       "succeeded": true,
                     *       "error": {
                     *         "class": "timeout",
                     *         "detail": "detail"
                     *       },
                     *       "request": {
                     *         "url": "url",
                     *         "headers": {}
                     *       },
                     *       "response": {
                     *         "status": 1,
                     *         "headers": {},
                     *         "body": "body"
                     *       },
                     *       "body": "body"
                     *     }
                     */
                    "application/json": components["schemas"]["TestAttempt"];
                };
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["network-not-allowed.permission-missing"];
            404: components["responses"]["destination-not-found.project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            409: components["responses"]["idempotency-key-in-use"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            422: components["responses"]["idempotency-key-reused"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    listEvents: {
        parameters: {
            query?: {
                /** @description Maximum number of items per page. The last page can have fewer. */
                pageSize?: number;
                /** @description Opaque token of the page, from the `Link` header of the previous page. If unset, returns the first page. */
                pageToken?: string;
                /** @description Returns only events of this type. */
                type?: components["schemas"]["MessageType"];
                /** @description Returns only events delivered to this destination, by its ID. */
                destinationId?: string;
                /** @description Returns only events with deliveries in this status. `failing` matches `retrying` and `failed`. */
                status?: "pending" | "retrying" | "paused" | "delivered" | "failed" | "canceled" | "failing";
                /** @description Returns only events about this customer. */
                groupRef?: string;
                /** @description Returns only events about this installation. Available while the installation exists. */
                installationId?: string;
                /** @description Returns only events with records of this operation. */
                operationId?: string;
                /** @description Returns only events at or after this time. */
                from?: string;
                /** @description Returns only events before this time. */
                to?: string;
            };
            header?: {
                /** @description `X-Platform-Position` of the reply to your last change, or `any` if the list does not have to show a change of yours. The list may then come from a replica of the database and be up to two seconds old; `X-Platform-Replica-Age` is its age in milliseconds. Without this header, lists show the current state. */
                "X-Platform-Position"?: components["parameters"]["LastPosition"];
            };
            path: {
                /** @description ID or name of the project. */
                projectIdOrName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description URL of the next page, with `rel="next"`. */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "evt_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "type": "connection.created",
                     *         "createTime": "2026-01-15T09:30:00Z",
                     *         "deliveries": [
                     *           {
                     *             "id": "dlv_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *             "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *             "eventId": "evt_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *             "eventType": "connection.created",
                     *             "destinationId": "dest_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *             "status": "pending",
                     *             "attempts": 1,
                     *             "createTime": "2026-01-15T09:30:00Z"
                     *           }
                     *         ]
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Event"][];
                };
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["network-not-allowed.permission-missing"];
            404: components["responses"]["project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    getEvent: {
        parameters: {
            query?: never;
            header?: {
                /** @description `ETag` of your copy. Returns 304 without a body if the resource is unchanged. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description ID or name of the project. */
                projectIdOrName: string;
                /** @description ID of the event, also sent as the message’s `webhook-id`. */
                eventId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description Version of the resource, for `If-Match` and `If-None-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "evt_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "type": "connection.created",
                     *       "groupRef": "customer-7",
                     *       "groupName": "Globex",
                     *       "installationId": "inst_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "operationId": "op_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "objectName": "Contact",
                     *       "numRecords": 1,
                     *       "createTime": "2026-01-15T09:30:00Z",
                     *       "deliveries": [
                     *         {
                     *           "id": "dlv_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *           "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *           "eventId": "evt_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *           "eventType": "connection.created",
                     *           "destinationId": "dest_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *           "status": "pending",
                     *           "attempts": 1,
                     *           "createTime": "2026-01-15T09:30:00Z"
                     *         }
                     *       ],
                     *       "body": {},
                     *       "recordsOmitted": "supportAccessOff"
                     *     }
                     */
                    "application/json": components["schemas"]["EventWithBody"];
                };
            };
            /** @description The resource matches `If-None-Match`. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["network-not-allowed.permission-missing"];
            404: components["responses"]["event-not-found.project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    getPreviousRecord: {
        parameters: {
            query?: {
                /** @description Position of the record in the message, starting at 0. */
                position?: number;
            };
            header?: {
                /** @description `ETag` of your copy. Returns 304 without a body if the resource is unchanged. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description ID or name of the project. */
                projectIdOrName: string;
                /** @description ID of the event, also sent as the message’s `webhook-id`. */
                eventId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description Version of the resource, for `If-Match` and `If-None-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "eventId": "evt_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "groupRef": "customer-7",
                     *       "groupName": "Globex",
                     *       "objectName": "Contact",
                     *       "searchedMessages": 1,
                     *       "previous": {
                     *         "eventId": "evt_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "createTime": "2026-01-15T09:30:00Z",
                     *         "record": {}
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PreviousRecord"];
                };
            };
            /** @description The resource matches `If-None-Match`. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["network-not-allowed.permission-missing.support-access-off"];
            404: components["responses"]["event-not-found.project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    getDeliveredRecords: {
        parameters: {
            query?: never;
            header?: {
                /** @description `ETag` of your copy. Returns 304 without a body if the resource is unchanged. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description ID or name of the project. */
                projectIdOrName: string;
                /** @description ID of the event, also sent as the message’s `webhook-id`. */
                eventId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description Version of the resource, for `If-Match` and `If-None-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "eventId": "evt_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "groupRef": "customer-7",
                     *       "groupName": "Globex",
                     *       "objectName": "Contact",
                     *       "createTime": "2026-01-15T09:30:00Z",
                     *       "records": [
                     *         {
                     *           "position": 1,
                     *           "bytes": 1
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["DeliveredRecords"];
                };
            };
            /** @description The resource matches `If-None-Match`. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["network-not-allowed.permission-missing.support-access-off"];
            404: components["responses"]["event-not-found.project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    listReplays: {
        parameters: {
            query?: {
                /** @description Maximum number of items per page. The last page can have fewer. */
                pageSize?: number;
                /** @description Opaque token of the page, from the `Link` header of the previous page. If unset, returns the first page. */
                pageToken?: string;
                /** @description Returns only replays with this status. */
                status?: components["schemas"]["ReplayStatus"];
            };
            header?: {
                /** @description `X-Platform-Position` of the reply to your last change, or `any` if the list does not have to show a change of yours. The list may then come from a replica of the database and be up to two seconds old; `X-Platform-Replica-Age` is its age in milliseconds. Without this header, lists show the current state. */
                "X-Platform-Position"?: components["parameters"]["LastPosition"];
            };
            path: {
                /** @description ID or name of the project. */
                projectIdOrName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description URL of the next page, with `rel="next"`. */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "rpl_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "status": "running",
                     *         "filter": {
                     *           "status": "failed"
                     *         },
                     *         "replayed": 1,
                     *         "perSecond": 1,
                     *         "createTime": "2026-01-15T09:30:00Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Replay"][];
                };
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["network-not-allowed.permission-missing"];
            404: components["responses"]["project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    getReplay: {
        parameters: {
            query?: never;
            header?: {
                /** @description `ETag` of your copy. Returns 304 without a body if the resource is unchanged. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description ID or name of the project. */
                projectIdOrName: string;
                /** @description ID of the replay. */
                replayId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description Version of the resource, for `If-Match` and `If-None-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "rpl_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "status": "running",
                     *       "filter": {
                     *         "status": "failed"
                     *       },
                     *       "total": 1,
                     *       "replayed": 1,
                     *       "perSecond": 1,
                     *       "createTime": "2026-01-15T09:30:00Z",
                     *       "updateTime": "2026-01-15T09:30:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Replay"];
                };
            };
            /** @description The resource matches `If-None-Match`. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["network-not-allowed.permission-missing"];
            404: components["responses"]["project-not-found.replay-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    cancelReplay: {
        parameters: {
            query?: never;
            header?: {
                /** @description Idempotency key. The same key and body replay the first reply for one day, or longer with `PLATFORM_KEEP_REPLIES`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description ID or name of the project. */
                projectIdOrName: string;
                /** @description ID of the replay. Deliveries already sent are not affected. */
                replayId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description Version of the resource, for `If-Match` and `If-None-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "rpl_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "status": "running",
                     *       "filter": {
                     *         "status": "failed"
                     *       },
                     *       "total": 1,
                     *       "replayed": 1,
                     *       "perSecond": 1,
                     *       "createTime": "2026-01-15T09:30:00Z",
                     *       "updateTime": "2026-01-15T09:30:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Replay"];
                };
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["network-not-allowed.permission-missing"];
            404: components["responses"]["project-not-found.replay-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            409: components["responses"]["idempotency-key-in-use"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            422: components["responses"]["idempotency-key-reused"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    listUsage: {
        parameters: {
            query?: {
                /** @description Maximum number of items per page. The last page can have fewer. */
                pageSize?: number;
                /** @description Opaque token of the page, from the `Link` header of the previous page. If unset, returns the first page. */
                pageToken?: string;
                /** @description Returns only usage of this customer. */
                groupRef?: string;
                /** @description Returns only this month, such as `2026-11`, and later ones. */
                from?: string;
                /** @description Returns only this month and earlier ones. */
                to?: string;
            };
            header?: {
                /** @description `X-Platform-Position` of the reply to your last change, or `any` if the list does not have to show a change of yours. The list may then come from a replica of the database and be up to two seconds old; `X-Platform-Replica-Age` is its age in milliseconds. Without this header, lists show the current state. */
                "X-Platform-Position"?: components["parameters"]["LastPosition"];
            };
            path: {
                /** @description ID or name of the project. */
                projectIdOrName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description URL of the next page, with `rel="next"`. */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "month": "2026-11",
                     *         "groupRef": "customer-7",
                     *         "groupName": "Globex",
                     *         "messagesDelivered": 1,
                     *         "recordsDelivered": 1,
                     *         "messagesFailed": 1
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Usage"][];
                };
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["network-not-allowed.permission-missing"];
            404: components["responses"]["project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    getUsageTotals: {
        parameters: {
            query?: {
                /** @description Returns only this month, such as `2026-11`, and later ones. */
                from?: string;
                /** @description Returns only this month and earlier ones. */
                to?: string;
            };
            header?: never;
            path: {
                /** @description ID or name of the project. */
                projectIdOrName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "month": "2026-11",
                     *         "messagesDelivered": 1,
                     *         "recordsDelivered": 1,
                     *         "messagesFailed": 1,
                     *         "customers": 1
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["UsageTotal"][];
                };
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["network-not-allowed.permission-missing"];
            404: components["responses"]["project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    exportUsage: {
        parameters: {
            query?: {
                /** @description Returns only usage of this customer. */
                groupRef?: string;
                /** @description Returns only this month, such as `2026-11`, and later ones. */
                from?: string;
                /** @description Returns only this month and earlier ones. */
                to?: string;
            };
            header?: never;
            path: {
                /** @description ID or name of the project. */
                projectIdOrName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["network-not-allowed.permission-missing"];
            404: components["responses"]["project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    listInstallationsForProject: {
        parameters: {
            query?: {
                /** @description Returns only installations of this customer. Required with a key of scope `frontend`. */
                groupRef?: string;
                /** @description Returns only installations whose `health` is in this state. `unhealthy` matches those with the `healthStatus` `unhealthy`. With this filter, a page can have fewer items than `pageSize`, or none, although the `Link` header names a next page. */
                health?: "healthy" | "unconfirmed" | "retrying" | "limited" | "paused" | "failing" | "needsSignIn" | "unhealthy";
                /** @description Maximum number of items per page. The last page can have fewer. */
                pageSize?: number;
                /** @description Opaque token of the page, from the `Link` header of the previous page. If unset, returns the first page. */
                pageToken?: string;
                /** @description Order of the list: a field, or `-` and a field for descending order. A page token is valid only with the order that it was returned for. */
                sort?: "-createTime" | "createTime" | "-groupRef" | "groupRef";
            };
            header?: {
                /** @description `X-Platform-Position` of the reply to your last change, or `any` if the list does not have to show a change of yours. The list may then come from a replica of the database and be up to two seconds old; `X-Platform-Replica-Age` is its age in milliseconds. Without this header, lists show the current state. */
                "X-Platform-Position"?: components["parameters"]["LastPosition"];
            };
            path: {
                /** @description ID or name of the project. */
                projectIdOrName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description URL of the next page, with `rel="next"`. */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "inst_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "integrationId": "int_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "integrationName": "integrationName",
                     *         "healthStatus": "healthy",
                     *         "health": {
                     *           "state": "healthy"
                     *         },
                     *         "connection": {
                     *           "id": "conn_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *           "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *           "provider": "salesforce",
                     *           "group": {
                     *             "groupRef": "customer-7",
                     *             "groupName": "Globex",
                     *             "projectId": "projectId",
                     *             "createTime": "2026-01-15T09:30:00Z"
                     *           },
                     *           "consumer": {
                     *             "consumerRef": "user-42",
                     *             "consumerName": "Hank Scorpio",
                     *             "projectId": "projectId",
                     *             "createTime": "2026-01-15T09:30:00Z"
                     *           },
                     *           "createTime": "2026-01-15T09:30:00Z",
                     *           "authScheme": "none",
                     *           "status": "created",
                     *           "health": {
                     *             "state": "healthy"
                     *           }
                     *         },
                     *         "createTime": "2026-01-15T09:30:00Z",
                     *         "createdBy": "api:create-installation",
                     *         "config": {
                     *           "id": "conf_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *           "revisionId": "rev_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *           "createTime": "2026-01-15T09:30:00Z",
                     *           "createdBy": "api:create-installation",
                     *           "content": {}
                     *         },
                     *         "objects": {}
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Installation"][];
                };
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["frontend-keys-off.network-not-allowed.origin-not-allowed.permission-missing"];
            404: components["responses"]["project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    listInstallations: {
        parameters: {
            query?: {
                /** @description Returns only the installation of this customer. Required with a key of scope `frontend`. */
                groupRef?: string;
                /** @description Returns only installations whose `health` is in this state. `unhealthy` matches those with the `healthStatus` `unhealthy`. With this filter, a page can have fewer items than `pageSize`, or none, although the `Link` header names a next page. */
                health?: "healthy" | "unconfirmed" | "retrying" | "limited" | "paused" | "failing" | "needsSignIn" | "unhealthy";
                /** @description Maximum number of items per page. The last page can have fewer. */
                pageSize?: number;
                /** @description Opaque token of the page, from the `Link` header of the previous page. If unset, returns the first page. */
                pageToken?: string;
            };
            header?: {
                /** @description `X-Platform-Position` of the reply to your last change, or `any` if the list does not have to show a change of yours. The list may then come from a replica of the database and be up to two seconds old; `X-Platform-Replica-Age` is its age in milliseconds. Without this header, lists show the current state. */
                "X-Platform-Position"?: components["parameters"]["LastPosition"];
            };
            path: {
                /** @description ID or name of the project. */
                projectIdOrName: string;
                /** @description ID or name of the integration. */
                integrationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description URL of the next page, with `rel="next"`. */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "inst_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "integrationId": "int_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "integrationName": "integrationName",
                     *         "healthStatus": "healthy",
                     *         "health": {
                     *           "state": "healthy"
                     *         },
                     *         "connection": {
                     *           "id": "conn_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *           "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *           "provider": "salesforce",
                     *           "group": {
                     *             "groupRef": "customer-7",
                     *             "groupName": "Globex",
                     *             "projectId": "projectId",
                     *             "createTime": "2026-01-15T09:30:00Z"
                     *           },
                     *           "consumer": {
                     *             "consumerRef": "user-42",
                     *             "consumerName": "Hank Scorpio",
                     *             "projectId": "projectId",
                     *             "createTime": "2026-01-15T09:30:00Z"
                     *           },
                     *           "createTime": "2026-01-15T09:30:00Z",
                     *           "authScheme": "none",
                     *           "status": "created",
                     *           "health": {
                     *             "state": "healthy"
                     *           }
                     *         },
                     *         "createTime": "2026-01-15T09:30:00Z",
                     *         "createdBy": "api:create-installation",
                     *         "config": {
                     *           "id": "conf_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *           "revisionId": "rev_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *           "createTime": "2026-01-15T09:30:00Z",
                     *           "createdBy": "api:create-installation",
                     *           "content": {}
                     *         },
                     *         "objects": {}
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Installation"][];
                };
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["frontend-keys-off.network-not-allowed.origin-not-allowed.permission-missing"];
            404: components["responses"]["integration-not-found.project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    createInstallation: {
        parameters: {
            query?: {
                /** @description Skips the sample read of one record per object. The sample detects fields that the provider does not know and missing permissions. */
                skipSampling?: boolean;
            };
            header?: {
                /** @description Idempotency key. The same key and body replay the first reply for one day, or longer with `PLATFORM_KEEP_REPLIES`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description ID or name of the project. */
                projectIdOrName: string;
                /** @description ID or name of the integration. */
                integrationId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "groupRef": "customer-7",
                 *       "config": {
                 *         "content": {
                 *           "read": {
                 *             "objects": {
                 *               "Contact": {
                 *                 "selectedFields": {
                 *                   "Title": true
                 *                 }
                 *               }
                 *             }
                 *           }
                 *         }
                 *       }
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Your reference for a customer: a company, team or workspace.
                     * @example customer-7
                     */
                    groupRef: string;
                    /**
                     * @description ID of the connection to use. Defaults to the customer’s own connection to the provider.
                     * @example conn_01jz5q0f8kf3bvw9s2m6t4x7ra
                     */
                    connectionId?: string;
                    /** @description Configuration chosen by the end user. */
                    config: {
                        /**
                         * @description Accepted for existing clients and ignored. The latest revision always applies.
                         * @example rev_01jz5q0f8kf3bvw9s2m6t4x7ra
                         */
                        revisionId?: string;
                        /**
                         * @description Author of the installation, as free text.
                         * @default api:create-installation
                         */
                        createdBy?: string;
                        /** @description Content of the configuration. */
                        content: components["schemas"]["ConfigContent"];
                    };
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    /** @description Version of the resource, for `If-Match` and `If-None-Match`. */
                    ETag?: string;
                    /** @description URL of the resource. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "inst_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "integrationId": "int_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "integrationName": "integrationName",
                     *       "group": {
                     *         "groupRef": "customer-7",
                     *         "groupName": "Globex",
                     *         "projectId": "projectId",
                     *         "createTime": "2026-01-15T09:30:00Z"
                     *       },
                     *       "healthStatus": "healthy",
                     *       "health": {
                     *         "state": "healthy"
                     *       },
                     *       "lastOperationStatus": "success",
                     *       "connection": {
                     *         "id": "conn_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "provider": "salesforce",
                     *         "group": {
                     *           "groupRef": "customer-7",
                     *           "groupName": "Globex",
                     *           "projectId": "projectId",
                     *           "createTime": "2026-01-15T09:30:00Z"
                     *         },
                     *         "consumer": {
                     *           "consumerRef": "user-42",
                     *           "consumerName": "Hank Scorpio",
                     *           "projectId": "projectId",
                     *           "createTime": "2026-01-15T09:30:00Z"
                     *         },
                     *         "createTime": "2026-01-15T09:30:00Z",
                     *         "authScheme": "none",
                     *         "status": "created",
                     *         "health": {
                     *           "state": "healthy"
                     *         }
                     *       },
                     *       "createTime": "2026-01-15T09:30:00Z",
                     *       "updateTime": "2026-01-15T09:30:00Z",
                     *       "createdBy": "api:create-installation",
                     *       "config": {
                     *         "id": "conf_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "revisionId": "rev_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "createTime": "2026-01-15T09:30:00Z",
                     *         "createdBy": "api:create-installation",
                     *         "content": {}
                     *       },
                     *       "objects": {},
                     *       "subscription": {
                     *         "state": "pending",
                     *         "health": {
                     *           "state": "healthy"
                     *         },
                     *         "delivery": "push"
                     *       },
                     *       "supportAccess": true
                     *     }
                     */
                    "application/json": components["schemas"]["Installation"];
                };
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["frontend-keys-off.network-not-allowed.origin-not-allowed.permission-missing"];
            404: components["responses"]["integration-not-found.project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            409: components["responses"]["idempotency-key-in-use.installation-exists.limit-reached"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            422: components["responses"]["connection-missing.idempotency-key-reused.sample-read-failed"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    getInstallation: {
        parameters: {
            query?: {
                /** @description Returns only items of this customer. Required with a key of scope `frontend`. */
                groupRef?: string;
            };
            header?: {
                /** @description `ETag` of your copy. Returns 304 without a body if the resource is unchanged. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description ID or name of the project. */
                projectIdOrName: string;
                /** @description ID or name of the integration. */
                integrationId: string;
                /** @description ID of the installation. */
                installationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description Version of the resource, for `If-Match` and `If-None-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "inst_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "integrationId": "int_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "integrationName": "integrationName",
                     *       "group": {
                     *         "groupRef": "customer-7",
                     *         "groupName": "Globex",
                     *         "projectId": "projectId",
                     *         "createTime": "2026-01-15T09:30:00Z"
                     *       },
                     *       "healthStatus": "healthy",
                     *       "health": {
                     *         "state": "healthy"
                     *       },
                     *       "lastOperationStatus": "success",
                     *       "connection": {
                     *         "id": "conn_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "provider": "salesforce",
                     *         "group": {
                     *           "groupRef": "customer-7",
                     *           "groupName": "Globex",
                     *           "projectId": "projectId",
                     *           "createTime": "2026-01-15T09:30:00Z"
                     *         },
                     *         "consumer": {
                     *           "consumerRef": "user-42",
                     *           "consumerName": "Hank Scorpio",
                     *           "projectId": "projectId",
                     *           "createTime": "2026-01-15T09:30:00Z"
                     *         },
                     *         "createTime": "2026-01-15T09:30:00Z",
                     *         "authScheme": "none",
                     *         "status": "created",
                     *         "health": {
                     *           "state": "healthy"
                     *         }
                     *       },
                     *       "createTime": "2026-01-15T09:30:00Z",
                     *       "updateTime": "2026-01-15T09:30:00Z",
                     *       "createdBy": "api:create-installation",
                     *       "config": {
                     *         "id": "conf_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "revisionId": "rev_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "createTime": "2026-01-15T09:30:00Z",
                     *         "createdBy": "api:create-installation",
                     *         "content": {}
                     *       },
                     *       "objects": {},
                     *       "subscription": {
                     *         "state": "pending",
                     *         "health": {
                     *           "state": "healthy"
                     *         },
                     *         "delivery": "push"
                     *       },
                     *       "supportAccess": true
                     *     }
                     */
                    "application/json": components["schemas"]["Installation"];
                };
            };
            /** @description The resource matches `If-None-Match`. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["frontend-keys-off.network-not-allowed.origin-not-allowed.permission-missing"];
            404: components["responses"]["installation-not-found.integration-not-found.project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    deleteInstallation: {
        parameters: {
            query?: {
                /** @description Returns only items of this customer. Required with a key of scope `frontend`. */
                groupRef?: string;
            };
            header?: {
                /** @description `ETag` of the resource as last read. Returns 412 if it has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description ID or name of the project. */
                projectIdOrName: string;
                /** @description ID or name of the integration. */
                integrationId: string;
                /** @description ID of the installation. */
                installationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["frontend-keys-off.network-not-allowed.origin-not-allowed.permission-missing"];
            404: components["responses"]["installation-not-found.integration-not-found.project-not-found"];
            408: components["responses"]["request-timeout"];
            412: components["responses"]["precondition-failed"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    updateInstallation: {
        parameters: {
            query?: {
                /** @description Returns only items of this customer. Required with a key of scope `frontend`. */
                groupRef?: string;
                /** @description Skips the sample read of one record per object. The sample detects fields that the provider does not know and missing permissions. */
                skipSampling?: boolean;
            };
            header?: {
                /** @description `ETag` of the resource as last read. Returns 412 if it has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description ID or name of the project. */
                projectIdOrName: string;
                /** @description ID or name of the integration. */
                integrationId: string;
                /** @description ID of the installation. */
                installationId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "updateMask": [
                 *         "config.content.read.objects.Contact.selectedFields.Title"
                 *       ],
                 *       "installation": {
                 *         "config": {
                 *           "content": {
                 *             "read": {
                 *               "objects": {
                 *                 "Contact": {
                 *                   "selectedFields": {
                 *                     "Title": true
                 *                   }
                 *                 }
                 *               }
                 *             }
                 *           }
                 *         }
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description Fields to change, as dot-separated paths. Escape dots and colons as `\.` and `\:`. Other fields in the body are ignored. */
                    updateMask: string[];
                    /** @description New values. Only fields in the mask are changed. */
                    installation: {
                        /**
                         * @description ID of another connection of the same customer to the same provider.
                         * @example conn_01jz5q0f8kf3bvw9s2m6t4x7ra
                         */
                        connectionId?: string;
                        /** @description New configuration. */
                        config?: {
                            /**
                             * @description Accepted for existing clients and ignored. The latest revision always applies.
                             * @example rev_01jz5q0f8kf3bvw9s2m6t4x7ra
                             */
                            revisionId?: string;
                            /**
                             * @description Author of the change, as free text.
                             * @example api:create-installation
                             */
                            createdBy?: string;
                            /** @description Content of the configuration. The mask selects the parts to change. */
                            content?: {
                                /**
                                 * @description Provider name repeated, for clients that send it. Ignored: the integration determines the provider.
                                 * @example salesforce
                                 */
                                provider?: string;
                                /** @description Objects and fields to read. */
                                read?: {
                                    /** @description Settings by object name. Objects that are not listed are not read. */
                                    objects: {
                                        [key: string]: components["schemas"]["ReadConfigObject"];
                                    };
                                };
                                /** @description Objects that can be written, and their default values. */
                                write?: {
                                    /** @description Settings by object name, where they differ from the defaults. */
                                    objects?: {
                                        [key: string]: components["schemas"]["WriteConfigObject"];
                                    };
                                };
                                /** @description Changes to subscribe to. */
                                subscribe?: {
                                    /** @description Settings by object name. */
                                    objects: {
                                        [key: string]: components["schemas"]["SubscribeConfigObject"];
                                    };
                                };
                                /** @description Whether your server can call the provider’s API on behalf of the customer. */
                                proxy?: {
                                    /** @description `false` rejects proxy calls even if the manifest allows them. */
                                    enabled?: boolean;
                                };
                            };
                        };
                    };
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description Version of the resource, for `If-Match` and `If-None-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "inst_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "integrationId": "int_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "integrationName": "integrationName",
                     *       "group": {
                     *         "groupRef": "customer-7",
                     *         "groupName": "Globex",
                     *         "projectId": "projectId",
                     *         "createTime": "2026-01-15T09:30:00Z"
                     *       },
                     *       "healthStatus": "healthy",
                     *       "health": {
                     *         "state": "healthy"
                     *       },
                     *       "lastOperationStatus": "success",
                     *       "connection": {
                     *         "id": "conn_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "provider": "salesforce",
                     *         "group": {
                     *           "groupRef": "customer-7",
                     *           "groupName": "Globex",
                     *           "projectId": "projectId",
                     *           "createTime": "2026-01-15T09:30:00Z"
                     *         },
                     *         "consumer": {
                     *           "consumerRef": "user-42",
                     *           "consumerName": "Hank Scorpio",
                     *           "projectId": "projectId",
                     *           "createTime": "2026-01-15T09:30:00Z"
                     *         },
                     *         "createTime": "2026-01-15T09:30:00Z",
                     *         "authScheme": "none",
                     *         "status": "created",
                     *         "health": {
                     *           "state": "healthy"
                     *         }
                     *       },
                     *       "createTime": "2026-01-15T09:30:00Z",
                     *       "updateTime": "2026-01-15T09:30:00Z",
                     *       "createdBy": "api:create-installation",
                     *       "config": {
                     *         "id": "conf_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "revisionId": "rev_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "createTime": "2026-01-15T09:30:00Z",
                     *         "createdBy": "api:create-installation",
                     *         "content": {}
                     *       },
                     *       "objects": {},
                     *       "subscription": {
                     *         "state": "pending",
                     *         "health": {
                     *           "state": "healthy"
                     *         },
                     *         "delivery": "push"
                     *       },
                     *       "supportAccess": true
                     *     }
                     */
                    "application/json": components["schemas"]["Installation"];
                };
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["frontend-keys-off.network-not-allowed.origin-not-allowed.permission-missing"];
            404: components["responses"]["installation-not-found.integration-not-found.project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            409: components["responses"]["limit-reached"];
            412: components["responses"]["precondition-failed"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            422: components["responses"]["connection-missing.sample-read-failed"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    getTimeline: {
        parameters: {
            query?: {
                /** @description Maximum number of items per page. The last page can have fewer. */
                pageSize?: number;
                /** @description Opaque token of the page, from the `Link` header of the previous page. If unset, returns the first page. */
                pageToken?: string;
            };
            header?: {
                /** @description `X-Platform-Position` of the reply to your last change, or `any` if the list does not have to show a change of yours. The list may then come from a replica of the database and be up to two seconds old; `X-Platform-Replica-Age` is its age in milliseconds. Without this header, lists show the current state. */
                "X-Platform-Position"?: components["parameters"]["LastPosition"];
            };
            path: {
                /** @description ID or name of the project. */
                projectIdOrName: string;
                /** @description ID or name of the integration. */
                integrationId: string;
                /** @description ID of the installation. */
                installationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description URL of the next page, with `rel="next"`. */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "id",
                     *         "time": "2026-01-15T09:30:00Z",
                     *         "kind": "installed"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["TimelineEntry"][];
                };
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["network-not-allowed.permission-missing"];
            404: components["responses"]["installation-not-found.integration-not-found.project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    setSupportAccess: {
        parameters: {
            query?: {
                /** @description Returns only items of this customer. Required with a key of scope `frontend`. */
                groupRef?: string;
            };
            header?: {
                /** @description Idempotency key. The same key and body replay the first reply for one day, or longer with `PLATFORM_KEEP_REPLIES`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description ID or name of the project. */
                projectIdOrName: string;
                /** @description ID or name of the integration. */
                integrationId: string;
                /** @description ID of the installation. */
                installationId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "enabled": false
                 *     }
                 */
                "application/json": {
                    /** @description Whether your team can view delivered records. */
                    enabled: boolean;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description Version of the resource, for `If-Match` and `If-None-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "inst_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "integrationId": "int_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "integrationName": "integrationName",
                     *       "group": {
                     *         "groupRef": "customer-7",
                     *         "groupName": "Globex",
                     *         "projectId": "projectId",
                     *         "createTime": "2026-01-15T09:30:00Z"
                     *       },
                     *       "healthStatus": "healthy",
                     *       "health": {
                     *         "state": "healthy"
                     *       },
                     *       "lastOperationStatus": "success",
                     *       "connection": {
                     *         "id": "conn_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "provider": "salesforce",
                     *         "group": {
                     *           "groupRef": "customer-7",
                     *           "groupName": "Globex",
                     *           "projectId": "projectId",
                     *           "createTime": "2026-01-15T09:30:00Z"
                     *         },
                     *         "consumer": {
                     *           "consumerRef": "user-42",
                     *           "consumerName": "Hank Scorpio",
                     *           "projectId": "projectId",
                     *           "createTime": "2026-01-15T09:30:00Z"
                     *         },
                     *         "createTime": "2026-01-15T09:30:00Z",
                     *         "authScheme": "none",
                     *         "status": "created",
                     *         "health": {
                     *           "state": "healthy"
                     *         }
                     *       },
                     *       "createTime": "2026-01-15T09:30:00Z",
                     *       "updateTime": "2026-01-15T09:30:00Z",
                     *       "createdBy": "api:create-installation",
                     *       "config": {
                     *         "id": "conf_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "revisionId": "rev_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "createTime": "2026-01-15T09:30:00Z",
                     *         "createdBy": "api:create-installation",
                     *         "content": {}
                     *       },
                     *       "objects": {},
                     *       "subscription": {
                     *         "state": "pending",
                     *         "health": {
                     *           "state": "healthy"
                     *         },
                     *         "delivery": "push"
                     *       },
                     *       "supportAccess": true
                     *     }
                     */
                    "application/json": components["schemas"]["Installation"];
                };
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["network-not-allowed.permission-missing"];
            404: components["responses"]["installation-not-found.integration-not-found.project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            409: components["responses"]["idempotency-key-in-use"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            422: components["responses"]["idempotency-key-reused"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    patchObjectConfigContent: {
        parameters: {
            query?: {
                /** @description Skips the sample read of one record per object. The sample detects fields that the provider does not know and missing permissions. */
                skipSampling?: boolean;
            };
            header?: {
                /** @description `ETag` of the resource as last read. Returns 412 if it has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description ID or name of the project. */
                projectIdOrName: string;
                /** @description ID or name of the integration. */
                integrationId: string;
                /** @description Name of the object at the provider, such as `Contact`, or in your product (`mapToName`). */
                objectName: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "groupRef": "customer-7",
                 *       "action": "read",
                 *       "changes": [
                 *         {
                 *           "op": "add",
                 *           "path": "/selectedFields/Title",
                 *           "value": true
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Customer whose installation is changed. Set this or `installationId`.
                     * @example customer-7
                     */
                    groupRef?: string;
                    /**
                     * @description ID of the installation. Set this or `groupRef`.
                     * @example inst_01jz5q0f8kf3bvw9s2m6t4x7ra
                     */
                    installationId?: string;
                    /**
                     * @description Part of the configuration to change: read, subscribe or write.
                     * @enum {string}
                     */
                    action: "read" | "subscribe" | "write";
                    /** @description Changes, applied in order. */
                    changes: components["schemas"]["JSONPatchOperation"][];
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description Version of the resource, for `If-Match` and `If-None-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "inst_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "integrationId": "int_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "integrationName": "integrationName",
                     *       "group": {
                     *         "groupRef": "customer-7",
                     *         "groupName": "Globex",
                     *         "projectId": "projectId",
                     *         "createTime": "2026-01-15T09:30:00Z"
                     *       },
                     *       "healthStatus": "healthy",
                     *       "health": {
                     *         "state": "healthy"
                     *       },
                     *       "lastOperationStatus": "success",
                     *       "connection": {
                     *         "id": "conn_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "provider": "salesforce",
                     *         "group": {
                     *           "groupRef": "customer-7",
                     *           "groupName": "Globex",
                     *           "projectId": "projectId",
                     *           "createTime": "2026-01-15T09:30:00Z"
                     *         },
                     *         "consumer": {
                     *           "consumerRef": "user-42",
                     *           "consumerName": "Hank Scorpio",
                     *           "projectId": "projectId",
                     *           "createTime": "2026-01-15T09:30:00Z"
                     *         },
                     *         "createTime": "2026-01-15T09:30:00Z",
                     *         "authScheme": "none",
                     *         "status": "created",
                     *         "health": {
                     *           "state": "healthy"
                     *         }
                     *       },
                     *       "createTime": "2026-01-15T09:30:00Z",
                     *       "updateTime": "2026-01-15T09:30:00Z",
                     *       "createdBy": "api:create-installation",
                     *       "config": {
                     *         "id": "conf_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "revisionId": "rev_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "createTime": "2026-01-15T09:30:00Z",
                     *         "createdBy": "api:create-installation",
                     *         "content": {}
                     *       },
                     *       "objects": {},
                     *       "subscription": {
                     *         "state": "pending",
                     *         "health": {
                     *           "state": "healthy"
                     *         },
                     *         "delivery": "push"
                     *       },
                     *       "supportAccess": true
                     *     }
                     */
                    "application/json": components["schemas"]["Installation"];
                };
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["frontend-keys-off.network-not-allowed.origin-not-allowed.permission-missing"];
            404: components["responses"]["installation-not-found.integration-not-found.project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            409: components["responses"]["limit-reached"];
            412: components["responses"]["precondition-failed"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            422: components["responses"]["sample-read-failed"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    listIntegrations: {
        parameters: {
            query?: {
                /** @description Maximum number of items per page. The last page can have fewer. */
                pageSize?: number;
                /** @description Opaque token of the page, from the `Link` header of the previous page. If unset, returns the first page. */
                pageToken?: string;
                /** @description Whether to return only the name and change destination of each object in a definition. Useful for long lists. */
                brief?: boolean;
            };
            header?: {
                /** @description `X-Platform-Position` of the reply to your last change, or `any` if the list does not have to show a change of yours. The list may then come from a replica of the database and be up to two seconds old; `X-Platform-Replica-Age` is its age in milliseconds. Without this header, lists show the current state. */
                "X-Platform-Position"?: components["parameters"]["LastPosition"];
            };
            path: {
                /** @description ID or name of the project. */
                projectIdOrName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description URL of the next page, with `rel="next"`. */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "int_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "name": "crm",
                     *         "provider": "salesforce",
                     *         "createTime": "2026-01-15T09:30:00Z",
                     *         "latestRevision": {
                     *           "id": "rev_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *           "specVersion": "1.0.0",
                     *           "createTime": "2026-01-15T09:30:00Z",
                     *           "content": {
                     *             "name": "crm",
                     *             "provider": "salesforce"
                     *           }
                     *         }
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Integration"][];
                };
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["frontend-keys-off.network-not-allowed.origin-not-allowed.permission-missing"];
            404: components["responses"]["project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    createIntegration: {
        parameters: {
            query?: never;
            header?: {
                /** @description Idempotency key. The same key and body replay the first reply for one day, or longer with `PLATFORM_KEEP_REPLIES`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description ID or name of the project. */
                projectIdOrName: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "crm-lite",
                 *       "provider": "salesforce",
                 *       "latestRevision": {
                 *         "specVersion": "1.0.0",
                 *         "content": {
                 *           "name": "crm-lite",
                 *           "provider": "salesforce",
                 *           "read": {
                 *             "objects": [
                 *               {
                 *                 "objectName": "Contact",
                 *                 "destination": "crm-webhook",
                 *                 "schedule": "*\/30 * * * *",
                 *                 "requiredFields": [
                 *                   {
                 *                     "fieldName": "LastName"
                 *                   }
                 *                 ]
                 *               }
                 *             ]
                 *           }
                 *         }
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description Name used by the UI library and the API. Unique in the project. */
                    name: string;
                    /**
                     * @description Name of the provider in the catalogue, such as `salesforce`.
                     * @example salesforce
                     */
                    provider: string;
                    /** @description First revision. */
                    latestRevision: {
                        /**
                         * @description Version of the `platform.yaml` format.
                         * @example 1.0.0
                         */
                        specVersion: string;
                        /** @description Definition of the integration, as in `platform.yaml`. */
                        content: components["schemas"]["ManifestIntegration"];
                    };
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    /** @description Version of the resource, for `If-Match` and `If-None-Match`. */
                    ETag?: string;
                    /** @description URL of the resource. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "int_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "name": "crm",
                     *       "provider": "salesforce",
                     *       "createTime": "2026-01-15T09:30:00Z",
                     *       "updateTime": "2026-01-15T09:30:00Z",
                     *       "latestRevision": {
                     *         "id": "rev_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "specVersion": "1.0.0",
                     *         "createTime": "2026-01-15T09:30:00Z",
                     *         "content": {
                     *           "name": "crm",
                     *           "provider": "salesforce"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Integration"];
                };
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["network-not-allowed.permission-missing"];
            404: components["responses"]["project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            409: components["responses"]["idempotency-key-in-use.limit-reached"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            422: components["responses"]["idempotency-key-reused.integration-name-taken.manifest-invalid"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    getIntegration: {
        parameters: {
            query?: never;
            header?: {
                /** @description `ETag` of your copy. Returns 304 without a body if the resource is unchanged. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description ID or name of the project. */
                projectIdOrName: string;
                /** @description ID or name of the integration. */
                integrationIdOrName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description Version of the resource, for `If-Match` and `If-None-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "int_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "name": "crm",
                     *       "provider": "salesforce",
                     *       "createTime": "2026-01-15T09:30:00Z",
                     *       "updateTime": "2026-01-15T09:30:00Z",
                     *       "latestRevision": {
                     *         "id": "rev_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "specVersion": "1.0.0",
                     *         "createTime": "2026-01-15T09:30:00Z",
                     *         "content": {
                     *           "name": "crm",
                     *           "provider": "salesforce"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Integration"];
                };
            };
            /** @description The resource matches `If-None-Match`. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["frontend-keys-off.network-not-allowed.origin-not-allowed.permission-missing"];
            404: components["responses"]["integration-not-found.project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    deleteIntegration: {
        parameters: {
            query?: {
                /** @description Whether to delete the resource while it is in use. If set, its installations are deleted. Otherwise, the request is rejected with a list of what uses it. */
                force?: boolean;
            };
            header?: {
                /** @description `ETag` of the resource as last read. Returns 412 if it has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description ID or name of the project. */
                projectIdOrName: string;
                /** @description ID or name of the integration. */
                integrationIdOrName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["network-not-allowed.permission-missing"];
            404: components["responses"]["integration-not-found.project-not-found"];
            408: components["responses"]["request-timeout"];
            409: components["responses"]["in-use"];
            412: components["responses"]["precondition-failed"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    previewMapping: {
        parameters: {
            query?: never;
            header?: {
                /** @description Idempotency key. The same key and body replay the first reply for one day, or longer with `PLATFORM_KEEP_REPLIES`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description ID or name of the project. */
                projectIdOrName: string;
                /** @description ID or name of the integration. */
                integrationId: string;
                /** @description ID of the installation to read a record from. */
                installationId: string;
                /** @description Name of the object at the provider, such as `Contact`, or in your product (`mapToName`). */
                objectName: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "sourceYaml": "specVersion: 1.0.0\nintegrations:\n  - name: crm\n    provider: salesforce\n    read:\n      objects:\n        - objectName: Contact\n          destination: crm-webhook\n          schedule: '*\/30 * * * *'\n          requiredFields:\n            - fieldName: LastName\n          optionalFields:\n            - fieldName: Title\n    write:\n      objects:\n        - objectName: Contact\n"
                 *     }
                 */
                "application/json": {
                    /** @description Content of `platform.yaml`. Other integrations in it are ignored. */
                    sourceYaml: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description Version of the resource, for `If-Match` and `If-None-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "before": {
                     *         "objectName": "Contact",
                     *         "fields": {}
                     *       },
                     *       "after": {
                     *         "objectName": "Contact",
                     *         "fields": {}
                     *       },
                     *       "isRead": true,
                     *       "missingMappings": [
                     *         "text"
                     *       ],
                     *       "refusal": "refusal"
                     *     }
                     */
                    "application/json": components["schemas"]["MappingPreview"];
                };
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["network-not-allowed.permission-missing"];
            404: components["responses"]["installation-not-found.integration-not-found.object-not-found.project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            409: components["responses"]["idempotency-key-in-use"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            422: components["responses"]["credentials-refused.idempotency-key-reused.manifest-invalid"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            502: components["responses"]["provider-refused.provider-unavailable"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    listRevisions: {
        parameters: {
            query?: {
                /** @description Maximum number of items per page. The last page can have fewer. */
                pageSize?: number;
                /** @description Opaque token of the page, from the `Link` header of the previous page. If unset, returns the first page. */
                pageToken?: string;
            };
            header?: {
                /** @description `X-Platform-Position` of the reply to your last change, or `any` if the list does not have to show a change of yours. The list may then come from a replica of the database and be up to two seconds old; `X-Platform-Replica-Age` is its age in milliseconds. Without this header, lists show the current state. */
                "X-Platform-Position"?: components["parameters"]["LastPosition"];
            };
            path: {
                /** @description ID or name of the project. */
                projectIdOrName: string;
                /** @description ID or name of the integration. */
                integrationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description URL of the next page, with `rel="next"`. */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "rev_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "specVersion": "1.0.0",
                     *         "createTime": "2026-01-15T09:30:00Z",
                     *         "content": {
                     *           "name": "crm",
                     *           "provider": "salesforce"
                     *         }
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["DeployedRevision"][];
                };
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["network-not-allowed.permission-missing"];
            404: components["responses"]["integration-not-found.project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    createRevision: {
        parameters: {
            query?: {
                /** @description Whether objects that are no longer declared are paused in existing installations. Otherwise, they continue to be read. */
                destructive?: boolean;
                /** @description Whether to deploy although installations would fail because their accounts lack a field. */
                force?: boolean;
            };
            header?: {
                /** @description Idempotency key. The same key and body replay the first reply for one day, or longer with `PLATFORM_KEEP_REPLIES`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description ID or name of the project. */
                projectIdOrName: string;
                /** @description ID or name of the integration. */
                integrationId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "sourceYaml": "specVersion: 1.0.0\nintegrations:\n  - name: crm\n    provider: salesforce\n    read:\n      objects:\n        - objectName: Contact\n          destination: crm-webhook\n          schedule: '*\/30 * * * *'\n          requiredFields:\n            - fieldName: LastName\n          optionalFields:\n            - fieldName: Title\n    write:\n      objects:\n        - objectName: Contact\n"
                 *     }
                 */
                "application/json": {
                    /** @description Content of `platform.yaml`. Other integrations in it are ignored. */
                    sourceYaml: string;
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    /** @description Version of the resource, for `If-Match` and `If-None-Match`. */
                    ETag?: string;
                    /** @description URL of the resource. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "rev_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "specVersion": "1.0.0",
                     *       "createTime": "2026-01-15T09:30:00Z",
                     *       "content": {
                     *         "name": "crm",
                     *         "provider": "salesforce"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Revision"];
                };
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["network-not-allowed.permission-missing"];
            404: components["responses"]["integration-not-found.project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            409: components["responses"]["deploy-breaks-installations.idempotency-key-in-use.limit-reached"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            422: components["responses"]["idempotency-key-reused.manifest-invalid"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    compareRevisions: {
        parameters: {
            query?: {
                /** @description ID of the revision to compare with. Defaults to the latest. */
                with?: string;
            };
            header?: {
                /** @description `ETag` of your copy. Returns 304 without a body if the resource is unchanged. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description ID or name of the project. */
                projectIdOrName: string;
                /** @description ID or name of the integration. */
                integrationId: string;
                /** @description ID of the revision. */
                revisionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description Version of the resource, for `If-Match` and `If-None-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "changes": [
                     *         {
                     *           "path": "path"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description Differences by key. Empty if the revisions are equal. */
                        changes: components["schemas"]["RevisionChange"][];
                    };
                };
            };
            /** @description The resource matches `If-None-Match`. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["network-not-allowed.permission-missing"];
            404: components["responses"]["integration-not-found.project-not-found.revision-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    getHydratedRevision: {
        parameters: {
            query: {
                /** @description ID of the connection whose account supplies the metadata. */
                connectionId: string;
            };
            header?: {
                /** @description `ETag` of your copy. Returns 304 without a body if the resource is unchanged. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description ID or name of the project. */
                projectIdOrName: string;
                /** @description ID or name of the integration. */
                integrationId: string;
                /** @description ID of the revision. */
                revisionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description Version of the resource, for `If-Match` and `If-None-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "rev_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "specVersion": "1.0.0",
                     *       "createTime": "2026-01-15T09:30:00Z",
                     *       "content": {
                     *         "name": "name",
                     *         "provider": "salesforce"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["HydratedRevision"];
                };
            };
            /** @description The resource matches `If-None-Match`. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["frontend-keys-off.network-not-allowed.origin-not-allowed.permission-missing"];
            404: components["responses"]["connection-not-found.integration-not-found.project-not-found.revision-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    rollBackRevision: {
        parameters: {
            query?: {
                /** @description Whether objects that are no longer declared are paused in existing installations. Otherwise, they continue to be read. */
                destructive?: boolean;
                /** @description Whether to deploy although installations would fail because their accounts lack a field. */
                force?: boolean;
            };
            header?: {
                /** @description Idempotency key. The same key and body replay the first reply for one day, or longer with `PLATFORM_KEEP_REPLIES`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description ID or name of the project. */
                projectIdOrName: string;
                /** @description ID or name of the integration. */
                integrationId: string;
                /** @description ID of the revision to roll back to. */
                revisionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description Version of the resource, for `If-Match` and `If-None-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "int_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "name": "crm",
                     *       "provider": "salesforce",
                     *       "createTime": "2026-01-15T09:30:00Z",
                     *       "updateTime": "2026-01-15T09:30:00Z",
                     *       "latestRevision": {
                     *         "id": "rev_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "specVersion": "1.0.0",
                     *         "createTime": "2026-01-15T09:30:00Z",
                     *         "content": {
                     *           "name": "crm",
                     *           "provider": "salesforce"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Integration"];
                };
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["network-not-allowed.permission-missing"];
            404: components["responses"]["integration-not-found.project-not-found.revision-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            409: components["responses"]["deploy-breaks-installations.idempotency-key-in-use.limit-reached"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            422: components["responses"]["idempotency-key-reused.manifest-invalid"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    batchUpsertIntegrations: {
        parameters: {
            query?: {
                /** @description Whether objects that are no longer declared are paused in existing installations. Otherwise, they continue to be read. */
                destructive?: boolean;
                /** @description Whether to only validate the file and return a preview. */
                validateOnly?: boolean;
                /** @description Whether to deploy although installations would fail because their accounts lack a field. */
                force?: boolean;
            };
            header?: {
                /** @description Idempotency key. The same key and body replay the first reply for one day, or longer with `PLATFORM_KEEP_REPLIES`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description ID or name of the project. */
                projectIdOrName: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "sourceYaml": "specVersion: 1.0.0\nintegrations:\n  - name: crm\n    provider: salesforce\n    read:\n      objects:\n        - objectName: Contact\n          destination: crm-webhook\n          schedule: '*\/30 * * * *'\n          requiredFields:\n            - fieldName: LastName\n          optionalFields:\n            - fieldName: Title\n    write:\n      objects:\n        - objectName: Contact\n"
                 *     }
                 */
                "application/json": {
                    /** @description Content of `platform.yaml`. */
                    sourceYaml: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "int_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "name": "name",
                     *         "provider": "salesforce",
                     *         "createTime": "2026-01-15T09:30:00Z",
                     *         "latestRevision": {
                     *           "id": "rev_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *           "specVersion": "1.0.0",
                     *           "createTime": "2026-01-15T09:30:00Z",
                     *           "content": {
                     *             "name": "crm",
                     *             "provider": "salesforce"
                     *           }
                     *         },
                     *         "change": "created"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["DeployedIntegration"][] | components["schemas"]["ManifestRehearsal"];
                };
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["network-not-allowed.permission-missing"];
            404: components["responses"]["project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            409: components["responses"]["deploy-breaks-installations.idempotency-key-in-use.limit-reached"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            422: components["responses"]["idempotency-key-reused.manifest-invalid"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    acceptInvite: {
        parameters: {
            query?: never;
            header?: {
                /** @description Idempotency key. The same key and body replay the first reply for one day, or longer with `PLATFORM_KEEP_REPLIES`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "invitedEmail": "ana@acme.example"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: email
                     * @description The caller’s own verified email address.
                     */
                    invitedEmail: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description Version of the resource, for `If-Match` and `If-None-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "builder": {
                     *         "id": "bld_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "idpProvider": "platform",
                     *         "idpRef": "idpRef",
                     *         "createTime": "2026-01-15T09:30:00Z"
                     *       },
                     *       "projectRoles": {},
                     *       "orgRole": {
                     *         "role": "role",
                     *         "principalType": "team",
                     *         "principalId": "principalId",
                     *         "org": {
                     *           "id": "org_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *           "label": "Acme",
                     *           "defaultTeamId": "defaultTeamId",
                     *           "createTime": "2026-01-15T09:30:00Z"
                     *         }
                     *       },
                     *       "orgRoles": [
                     *         {
                     *           "role": "role",
                     *           "principalType": "team",
                     *           "principalId": "principalId",
                     *           "org": {
                     *             "id": "org_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *             "label": "Acme",
                     *             "defaultTeamId": "defaultTeamId",
                     *             "createTime": "2026-01-15T09:30:00Z"
                     *           }
                     *         }
                     *       ],
                     *       "invitedOrgs": [
                     *         {
                     *           "id": "org_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *           "label": "Acme",
                     *           "defaultTeamId": "defaultTeamId",
                     *           "createTime": "2026-01-15T09:30:00Z"
                     *         }
                     *       ],
                     *       "joinableOrgs": [
                     *         {
                     *           "id": "org_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *           "label": "Acme",
                     *           "defaultTeamId": "defaultTeamId",
                     *           "createTime": "2026-01-15T09:30:00Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["BuilderInfo"];
                };
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request"];
            401: components["responses"]["bearer-required.credential-invalid.credential-missing"];
            404: components["responses"]["invite-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            409: components["responses"]["idempotency-key-in-use"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            422: components["responses"]["idempotency-key-reused"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    listOrgInvites: {
        parameters: {
            query?: {
                /** @description Maximum number of items per page. The last page can have fewer. */
                pageSize?: number;
                /** @description Opaque token of the page, from the `Link` header of the previous page. If unset, returns the first page. */
                pageToken?: string;
            };
            header?: never;
            path: {
                /** @description ID of the organization. */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description URL of the next page, with `rel="next"`. */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "inv_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "invitedEmail": "invitedEmail",
                     *         "parentType": "org",
                     *         "parentId": "org_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "status": "pending",
                     *         "expireTime": "2026-01-15T09:30:00Z",
                     *         "createTime": "2026-01-15T09:30:00Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Invite"][];
                };
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["bearer-required.credential-invalid.credential-missing"];
            404: components["responses"]["org-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    createOrgInvite: {
        parameters: {
            query?: never;
            header?: {
                /** @description Idempotency key. The same key and body replay the first reply for one day, or longer with `PLATFORM_KEEP_REPLIES`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description ID of the organization. */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "ana@acme.example"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: email
                     * @description Email address to invite. Only a person with this verified address can accept the invite.
                     */
                    email: string;
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    /** @description Version of the resource, for `If-Match` and `If-None-Match`. */
                    ETag?: string;
                    /** @description URL of the resource. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "inv_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "invitedEmail": "invitedEmail",
                     *       "parentType": "org",
                     *       "parentId": "org_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "status": "pending",
                     *       "expireTime": "2026-01-15T09:30:00Z",
                     *       "link": "link",
                     *       "createTime": "2026-01-15T09:30:00Z",
                     *       "updateTime": "2026-01-15T09:30:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Invite"];
                };
            };
            400: components["responses"]["invalid-input.invite-exists.malformed-json.malformed-request.membership-exists"];
            401: components["responses"]["bearer-required.credential-invalid.credential-missing"];
            403: components["responses"]["owner-required"];
            404: components["responses"]["org-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            409: components["responses"]["idempotency-key-in-use.limit-reached"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            422: components["responses"]["idempotency-key-reused"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    getOrgInvite: {
        parameters: {
            query?: never;
            header?: {
                /** @description `ETag` of your copy. Returns 304 without a body if the resource is unchanged. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description ID of the organization. */
                orgId: string;
                /** @description ID of the invite. */
                inviteId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description Version of the resource, for `If-Match` and `If-None-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "inv_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "invitedEmail": "invitedEmail",
                     *       "parentType": "org",
                     *       "parentId": "org_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "status": "pending",
                     *       "expireTime": "2026-01-15T09:30:00Z",
                     *       "link": "link",
                     *       "createTime": "2026-01-15T09:30:00Z",
                     *       "updateTime": "2026-01-15T09:30:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Invite"];
                };
            };
            /** @description The resource matches `If-None-Match`. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["bearer-required.credential-invalid.credential-missing"];
            404: components["responses"]["invite-not-found.org-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    deleteOrgInvite: {
        parameters: {
            query?: never;
            header?: {
                /** @description `ETag` of the resource as last read. Returns 412 if it has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description ID of the organization. */
                orgId: string;
                /** @description ID of the invite. */
                inviteId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid-input.invite-not-pending.malformed-json.malformed-request"];
            401: components["responses"]["bearer-required.credential-invalid.credential-missing"];
            403: components["responses"]["owner-required"];
            404: components["responses"]["invite-not-found.org-not-found"];
            408: components["responses"]["request-timeout"];
            412: components["responses"]["precondition-failed"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    listJWTKeys: {
        parameters: {
            query?: {
                /** @description Whether to return only active keys. */
                active?: boolean;
                /** @description Maximum number of items per page. The last page can have fewer. */
                pageSize?: number;
                /** @description Opaque token of the page, from the `Link` header of the previous page. If unset, returns the first page. */
                pageToken?: string;
            };
            header?: {
                /** @description `X-Platform-Position` of the reply to your last change, or `any` if the list does not have to show a change of yours. The list may then come from a replica of the database and be up to two seconds old; `X-Platform-Replica-Age` is its age in milliseconds. Without this header, lists show the current state. */
                "X-Platform-Position"?: components["parameters"]["LastPosition"];
            };
            path: {
                /** @description ID or name of the project. */
                projectIdOrName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description URL of the next page, with `rel="next"`. */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "0198c7a2-6f1d-7c3e-9a54-2f1b7d0c8e11",
                     *         "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "label": "Production",
                     *         "algorithm": "RSA",
                     *         "publicKeyPem": "-----BEGIN PUBLIC KEY-----\nMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE2RZ7vuaG7zOLhNZVZt5ZtCyf6KZn\n-----END PUBLIC KEY-----\n",
                     *         "active": true,
                     *         "createTime": "2026-01-15T09:30:00Z",
                     *         "updateTime": "2026-01-15T09:30:00Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["JWTKey"][];
                };
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["network-not-allowed.permission-missing"];
            404: components["responses"]["project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    createJWTKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description Idempotency key. The same key and body replay the first reply for one day, or longer with `PLATFORM_KEEP_REPLIES`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description ID or name of the project. */
                projectIdOrName: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "label": "Backend",
                 *       "algorithm": "EdDSA",
                 *       "publicKeyPem": "-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=\n-----END PUBLIC KEY-----\n"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Label of the key, such as where it is used.
                     * @example Production
                     */
                    label: string;
                    /**
                     * @description Signature algorithm. Tokens with another algorithm are rejected.
                     * @default RS256
                     * @enum {string}
                     */
                    algorithm?: "RS256" | "ES256" | "EdDSA";
                    /**
                     * @description Public key in PEM format. Set this or `publicKeyJwk`.
                     * @example -----BEGIN PUBLIC KEY-----
                     *     MCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=
                     *     -----END PUBLIC KEY-----
                     */
                    publicKeyPem?: string;
                    /** @description Public key in JWK format. Set this or `publicKeyPem`. */
                    publicKeyJwk?: {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    /** @description Version of the resource, for `If-Match` and `If-None-Match`. */
                    ETag?: string;
                    /** @description URL of the resource. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "kid": "0198c7a2-6f1d-7c3e-9a54-2f1b7d0c8e11"
                     *     }
                     */
                    "application/json": components["schemas"]["JWTKeyResponse"];
                };
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["network-not-allowed.permission-missing"];
            404: components["responses"]["project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            409: components["responses"]["idempotency-key-in-use.limit-reached"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            422: components["responses"]["idempotency-key-reused"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    getJWTKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description `ETag` of your copy. Returns 304 without a body if the resource is unchanged. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description ID or name of the project. */
                projectIdOrName: string;
                /** @description `kid` of the key. */
                keyId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description Version of the resource, for `If-Match` and `If-None-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0198c7a2-6f1d-7c3e-9a54-2f1b7d0c8e11",
                     *       "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "label": "Production",
                     *       "algorithm": "RSA",
                     *       "publicKeyPem": "-----BEGIN PUBLIC KEY-----\nMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE2RZ7vuaG7zOLhNZVZt5ZtCyf6KZn\n-----END PUBLIC KEY-----\n",
                     *       "active": true,
                     *       "lastUseTime": "2026-01-15T09:30:00Z",
                     *       "createTime": "2026-01-15T09:30:00Z",
                     *       "updateTime": "2026-01-15T09:30:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["JWTKey"];
                };
            };
            /** @description The resource matches `If-None-Match`. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["network-not-allowed.permission-missing"];
            404: components["responses"]["jwt-key-not-found.project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    deleteJWTKey: {
        parameters: {
            query?: {
                /** @description Whether to delete the resource while it is in use. If set, tokens signed with it are rejected within two seconds. Otherwise, the request is rejected with a list of what uses it. */
                force?: boolean;
            };
            header?: {
                /** @description `ETag` of the resource as last read. Returns 412 if it has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description ID or name of the project. */
                projectIdOrName: string;
                /** @description `kid` of the key. */
                keyId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["network-not-allowed.permission-missing"];
            404: components["responses"]["jwt-key-not-found.project-not-found"];
            408: components["responses"]["request-timeout"];
            409: components["responses"]["in-use"];
            412: components["responses"]["precondition-failed"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    updateJWTKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description `ETag` of the resource as last read. Returns 412 if it has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description ID or name of the project. */
                projectIdOrName: string;
                /** @description `kid` of the key. */
                keyId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "updateMask": [
                 *         "active"
                 *       ],
                 *       "jwtKey": {
                 *         "active": false
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description Fields to change, as dot-separated paths. Escape dots and colons as `\.` and `\:`. Other fields in the body are ignored. */
                    updateMask: string[];
                    /** @description New values. Only fields in the mask are changed. */
                    jwtKey: {
                        /** @description `false` rejects all tokens signed with the key within two seconds. */
                        active?: boolean;
                        /**
                         * @description Label of the key, such as where it is used.
                         * @example Production
                         */
                        label?: string;
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description Version of the resource, for `If-Match` and `If-None-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0198c7a2-6f1d-7c3e-9a54-2f1b7d0c8e11",
                     *       "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "label": "Production",
                     *       "algorithm": "RSA",
                     *       "publicKeyPem": "-----BEGIN PUBLIC KEY-----\nMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE2RZ7vuaG7zOLhNZVZt5ZtCyf6KZn\n-----END PUBLIC KEY-----\n",
                     *       "active": true,
                     *       "lastUseTime": "2026-01-15T09:30:00Z",
                     *       "createTime": "2026-01-15T09:30:00Z",
                     *       "updateTime": "2026-01-15T09:30:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["JWTKey"];
                };
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["network-not-allowed.permission-missing"];
            404: components["responses"]["jwt-key-not-found.project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            412: components["responses"]["precondition-failed"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    listDestinations: {
        parameters: {
            query?: {
                /** @description Maximum number of items per page. The last page can have fewer. */
                pageSize?: number;
                /** @description Opaque token of the page, from the `Link` header of the previous page. If unset, returns the first page. */
                pageToken?: string;
                /** @description Returns only the destination with exactly this name. */
                name?: string;
                /** @description Returns only destinations of this type. */
                type?: components["schemas"]["DestinationType"];
                /** @description Returns only destinations with this status. */
                status?: components["schemas"]["DestinationStatus"];
            };
            header?: {
                /** @description `X-Platform-Position` of the reply to your last change, or `any` if the list does not have to show a change of yours. The list may then come from a replica of the database and be up to two seconds old; `X-Platform-Replica-Age` is its age in milliseconds. Without this header, lists show the current state. */
                "X-Platform-Position"?: components["parameters"]["LastPosition"];
            };
            path: {
                /** @description ID or name of the project. */
                projectIdOrName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description URL of the next page, with `rel="next"`. */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "dest_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "name": "crm-webhook",
                     *         "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "status": "enabled",
                     *         "health": {
                     *           "state": "healthy"
                     *         },
                     *         "lastDay": {
                     *           "succeeded": 1,
                     *           "failed": 1,
                     *           "retrying": 1,
                     *           "paused": 1
                     *         },
                     *         "ordering": "none",
                     *         "createTime": "2026-01-15T09:30:00Z",
                     *         "type": "webhook",
                     *         "metadata": {
                     *           "url": "https://acme.example/webhooks"
                     *         }
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Destination"][];
                };
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["network-not-allowed.permission-missing"];
            404: components["responses"]["project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    createDestination: {
        parameters: {
            query?: never;
            header?: {
                /** @description Idempotency key. The same key and body replay the first reply for one day, or longer with `PLATFORM_KEEP_REPLIES`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description ID or name of the project. */
                projectIdOrName: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "crm-webhook",
                 *       "type": "webhook",
                 *       "metadata": {
                 *         "url": "https://acme.example/webhooks"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description Name used in `platform.yaml`. Unique in the project. */
                    name: string;
                    /** @description Whether to send a test message first. The destination is created only if the receiver accepts it. */
                    verify?: boolean;
                    /**
                     * @description Whether messages wait for earlier messages about the same record. `record` reduces throughput.
                     * @default none
                     */
                    ordering?: components["schemas"]["DestinationOrdering"];
                    /**
                     * @description Type of the destination. Determines the contents of `metadata` and `secrets`.
                     * @constant
                     */
                    type: "webhook";
                    /** @description Settings of the destination. */
                    metadata: components["schemas"]["WebhookMetadata"];
                } | {
                    /** @description Name used in `platform.yaml`. Unique in the project. */
                    name: string;
                    /** @description Whether to send a test message first. The destination is created only if the receiver accepts it. */
                    verify?: boolean;
                    /**
                     * @description Whether messages wait for earlier messages about the same record. `record` reduces throughput.
                     * @default none
                     */
                    ordering?: components["schemas"]["DestinationOrdering"];
                    /**
                     * @description Type of the destination. Determines the contents of `metadata` and `secrets`.
                     * @constant
                     */
                    type: "kinesis";
                    /** @description Settings of the destination. */
                    metadata: components["schemas"]["KinesisMetadata"];
                    /** @description Credentials of the destination. Stored encrypted and never returned. */
                    secrets?: components["schemas"]["AwsCredentials"];
                } | {
                    /** @description Name used in `platform.yaml`. Unique in the project. */
                    name: string;
                    /** @description Whether to send a test message first. The destination is created only if the receiver accepts it. */
                    verify?: boolean;
                    /**
                     * @description Whether messages wait for earlier messages about the same record. `record` reduces throughput.
                     * @default none
                     */
                    ordering?: components["schemas"]["DestinationOrdering"];
                    /**
                     * @description Type of the destination. Determines the contents of `metadata` and `secrets`.
                     * @constant
                     */
                    type: "s3";
                    /** @description Settings of the destination. */
                    metadata: components["schemas"]["S3Metadata"];
                    /** @description Credentials of the destination. Stored encrypted and never returned. */
                    secrets?: components["schemas"]["AwsCredentials"];
                } | {
                    /** @description Name used in `platform.yaml`. Unique in the project. */
                    name: string;
                    /** @description Whether to send a test message first. The destination is created only if the receiver accepts it. */
                    verify?: boolean;
                    /**
                     * @description Whether messages wait for earlier messages about the same record. `record` reduces throughput.
                     * @default none
                     */
                    ordering?: components["schemas"]["DestinationOrdering"];
                    /**
                     * @description Type of the destination. Determines the contents of `metadata` and `secrets`.
                     * @constant
                     */
                    type: "log";
                    /** @description Settings of the destination. */
                    metadata: components["schemas"]["LogMetadata"];
                    /** @description Credentials of the destination. Stored encrypted and never returned. */
                    secrets?: components["schemas"]["LogCredentials"];
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    /** @description Version of the resource, for `If-Match` and `If-None-Match`. */
                    ETag?: string;
                    /** @description URL of the resource. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "dest_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "name": "crm-webhook",
                     *       "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "status": "enabled",
                     *       "health": {
                     *         "state": "healthy"
                     *       },
                     *       "lastDay": {
                     *         "succeeded": 1,
                     *         "failed": 1,
                     *         "retrying": 1,
                     *         "paused": 1
                     *       },
                     *       "ordering": "none",
                     *       "disabledReason": "disabledReason",
                     *       "disabledTime": "2026-01-15T09:30:00Z",
                     *       "formerKeyUntil": "2026-01-15T09:30:00Z",
                     *       "createTime": "2026-01-15T09:30:00Z",
                     *       "updateTime": "2026-01-15T09:30:00Z",
                     *       "type": "webhook",
                     *       "metadata": {
                     *         "url": "https://acme.example/webhooks"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Destination"];
                };
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["network-not-allowed.permission-missing"];
            404: components["responses"]["project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            409: components["responses"]["destination-name-taken.idempotency-key-in-use.limit-reached"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            422: components["responses"]["destination-unreachable.idempotency-key-reused"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    getDestination: {
        parameters: {
            query?: {
                /** @description Whether to return the signing keys of a webhook. */
                includeSecrets?: boolean;
                /** @description Whether to generate a new signing key first. Both keys sign messages for 24 hours. */
                rotate?: boolean;
            };
            header?: {
                /** @description `ETag` of your copy. Returns 304 without a body if the resource is unchanged. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description ID or name of the project. */
                projectIdOrName: string;
                /** @description ID or name of the destination. */
                destination: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description Version of the resource, for `If-Match` and `If-None-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "dest_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "name": "crm-webhook",
                     *       "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "status": "enabled",
                     *       "health": {
                     *         "state": "healthy"
                     *       },
                     *       "lastDay": {
                     *         "succeeded": 1,
                     *         "failed": 1,
                     *         "retrying": 1,
                     *         "paused": 1
                     *       },
                     *       "ordering": "none",
                     *       "disabledReason": "disabledReason",
                     *       "disabledTime": "2026-01-15T09:30:00Z",
                     *       "formerKeyUntil": "2026-01-15T09:30:00Z",
                     *       "createTime": "2026-01-15T09:30:00Z",
                     *       "updateTime": "2026-01-15T09:30:00Z",
                     *       "secrets": {},
                     *       "type": "webhook",
                     *       "metadata": {
                     *         "url": "https://acme.example/webhooks"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["DestinationWithSecrets"];
                };
            };
            /** @description The resource matches `If-None-Match`. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["network-not-allowed.permission-missing"];
            404: components["responses"]["destination-not-found.project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    deleteDestination: {
        parameters: {
            query?: {
                /** @description Whether to delete the resource while it is in use. If set, reads into the destination are paused, and pending deliveries are canceled. Otherwise, the request is rejected with a list of what uses it. */
                force?: boolean;
            };
            header?: {
                /** @description `ETag` of the resource as last read. Returns 412 if it has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description ID or name of the project. */
                projectIdOrName: string;
                /** @description ID or name of the destination. */
                destination: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["network-not-allowed.permission-missing"];
            404: components["responses"]["destination-not-found.project-not-found"];
            408: components["responses"]["request-timeout"];
            409: components["responses"]["deliveries-pending.in-use"];
            412: components["responses"]["precondition-failed"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    updateDestination: {
        parameters: {
            query?: {
                /** @description Whether to rename the destination while installations or deployed integrations refer to its name. If set, reads into it are paused until a destination of that name exists again. Otherwise, the request is rejected with a list of what refers to it. */
                force?: boolean;
            };
            header?: {
                /** @description `ETag` of the resource as last read. Returns 412 if it has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description ID or name of the project. */
                projectIdOrName: string;
                /** @description ID or name of the destination. */
                destination: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "updateMask": [
                 *         "metadata.url"
                 *       ],
                 *       "destination": {
                 *         "metadata": {
                 *           "url": "https://acme.example/new-webhooks"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description Fields to change, as dot-separated paths. Escape dots and colons as `\.` and `\:`. Other fields in the body are ignored. */
                    updateMask: string[];
                    /** @description New values. Only fields in the mask are changed. */
                    destination: {
                        /** @description New name. Integrations refer to destinations by name: see `force`. */
                        name?: string;
                        /** @description New settings, depending on the type. */
                        metadata?: components["schemas"]["DestinationMetadata"];
                        /** @description New credentials. Stored encrypted and never returned. */
                        secrets?: components["schemas"]["DestinationCredentials"];
                        /** @description Whether messages wait for earlier messages about the same record. Applies to new messages. */
                        ordering?: components["schemas"]["DestinationOrdering"];
                        /** @description `true` pauses deliveries; `false` resumes them, oldest first. */
                        disabled?: boolean;
                    };
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description Version of the resource, for `If-Match` and `If-None-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "dest_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "name": "crm-webhook",
                     *       "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "status": "enabled",
                     *       "health": {
                     *         "state": "healthy"
                     *       },
                     *       "lastDay": {
                     *         "succeeded": 1,
                     *         "failed": 1,
                     *         "retrying": 1,
                     *         "paused": 1
                     *       },
                     *       "ordering": "none",
                     *       "disabledReason": "disabledReason",
                     *       "disabledTime": "2026-01-15T09:30:00Z",
                     *       "formerKeyUntil": "2026-01-15T09:30:00Z",
                     *       "createTime": "2026-01-15T09:30:00Z",
                     *       "updateTime": "2026-01-15T09:30:00Z",
                     *       "type": "webhook",
                     *       "metadata": {
                     *         "url": "https://acme.example/webhooks"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Destination"];
                };
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["network-not-allowed.permission-missing"];
            404: components["responses"]["destination-not-found.project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            409: components["responses"]["destination-name-taken.in-use"];
            412: components["responses"]["precondition-failed"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    listEventTopicRoutes: {
        parameters: {
            query?: {
                /** @description Maximum number of items per page. The last page can have fewer. */
                pageSize?: number;
                /** @description Opaque token of the page, from the `Link` header of the previous page. If unset, returns the first page. */
                pageToken?: string;
                /** @description Returns only routes to this topic. */
                topicId?: string;
                /** @description Returns only routes of this event type. */
                eventType?: components["schemas"]["NotificationEventType"];
            };
            header?: {
                /** @description `X-Platform-Position` of the reply to your last change, or `any` if the list does not have to show a change of yours. The list may then come from a replica of the database and be up to two seconds old; `X-Platform-Replica-Age` is its age in milliseconds. Without this header, lists show the current state. */
                "X-Platform-Position"?: components["parameters"]["LastPosition"];
            };
            path: {
                /** @description ID or name of the project. */
                projectIdOrName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description URL of the next page, with `rel="next"`. */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "etr_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "eventType": "connection.created",
                     *         "topicId": "top_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "createTime": "2026-01-15T09:30:00Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["NotificationEventTopicRoute"][];
                };
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["network-not-allowed.permission-missing"];
            404: components["responses"]["project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    createEventTopicRoute: {
        parameters: {
            query?: never;
            header?: {
                /** @description Idempotency key. The same key and body replay the first reply for one day, or longer with `PLATFORM_KEEP_REPLIES`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description ID or name of the project. */
                projectIdOrName: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "topicId": "top_01jz5q0f8kf3bvw9s2m6t4x7ra",
                 *       "eventType": "installation.created"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description ID of the topic that receives the events.
                     * @example top_01jz5q0f8kf3bvw9s2m6t4x7ra
                     */
                    topicId: string;
                    /** @description Event type to route. */
                    eventType: components["schemas"]["NotificationEventType"];
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    /** @description Version of the resource, for `If-Match` and `If-None-Match`. */
                    ETag?: string;
                    /** @description URL of the resource. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "etr_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "eventType": "connection.created",
                     *       "topicId": "top_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "createTime": "2026-01-15T09:30:00Z",
                     *       "updateTime": "2026-01-15T09:30:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["NotificationEventTopicRoute"];
                };
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["network-not-allowed.permission-missing"];
            404: components["responses"]["project-not-found.topic-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            409: components["responses"]["idempotency-key-in-use.route-exists"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            422: components["responses"]["idempotency-key-reused"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    getEventTopicRoute: {
        parameters: {
            query?: never;
            header?: {
                /** @description `ETag` of your copy. Returns 304 without a body if the resource is unchanged. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description ID or name of the project. */
                projectIdOrName: string;
                /** @description ID of the route. */
                routeId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description Version of the resource, for `If-Match` and `If-None-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "etr_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "eventType": "connection.created",
                     *       "topicId": "top_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "createTime": "2026-01-15T09:30:00Z",
                     *       "updateTime": "2026-01-15T09:30:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["NotificationEventTopicRoute"];
                };
            };
            /** @description The resource matches `If-None-Match`. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["network-not-allowed.permission-missing"];
            404: components["responses"]["notification-route-not-found.project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    deleteEventTopicRoute: {
        parameters: {
            query?: never;
            header?: {
                /** @description `ETag` of the resource as last read. Returns 412 if it has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description ID or name of the project. */
                projectIdOrName: string;
                /** @description ID of the route. */
                routeId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["network-not-allowed.permission-missing"];
            404: components["responses"]["notification-route-not-found.project-not-found"];
            408: components["responses"]["request-timeout"];
            412: components["responses"]["precondition-failed"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    listTopicDestinationRoutes: {
        parameters: {
            query?: {
                /** @description Maximum number of items per page. The last page can have fewer. */
                pageSize?: number;
                /** @description Opaque token of the page, from the `Link` header of the previous page. If unset, returns the first page. */
                pageToken?: string;
                /** @description Returns only routes from this topic. */
                topicId?: string;
                /** @description Returns only routes to this destination. */
                destinationId?: string;
            };
            header?: {
                /** @description `X-Platform-Position` of the reply to your last change, or `any` if the list does not have to show a change of yours. The list may then come from a replica of the database and be up to two seconds old; `X-Platform-Replica-Age` is its age in milliseconds. Without this header, lists show the current state. */
                "X-Platform-Position"?: components["parameters"]["LastPosition"];
            };
            path: {
                /** @description ID or name of the project. */
                projectIdOrName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description URL of the next page, with `rel="next"`. */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "tdr_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "topicId": "top_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "destinationId": "dest_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "createTime": "2026-01-15T09:30:00Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["TopicDestinationRoute"][];
                };
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["network-not-allowed.permission-missing"];
            404: components["responses"]["project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    createTopicDestinationRoute: {
        parameters: {
            query?: never;
            header?: {
                /** @description Idempotency key. The same key and body replay the first reply for one day, or longer with `PLATFORM_KEEP_REPLIES`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description ID or name of the project. */
                projectIdOrName: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "topicId": "top_01jz5q0f8kf3bvw9s2m6t4x7ra",
                 *       "destinationId": "dest_01jz5q0f8kf3bvw9s2m6t4x7ra"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description ID of the topic to deliver.
                     * @example top_01jz5q0f8kf3bvw9s2m6t4x7ra
                     */
                    topicId: string;
                    /** @description ID or name of the destination. */
                    destinationId: string;
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    /** @description Version of the resource, for `If-Match` and `If-None-Match`. */
                    ETag?: string;
                    /** @description URL of the resource. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "tdr_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "topicId": "top_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "destinationId": "dest_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "createTime": "2026-01-15T09:30:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["TopicDestinationRoute"];
                };
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["network-not-allowed.permission-missing"];
            404: components["responses"]["destination-not-found.project-not-found.topic-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            409: components["responses"]["idempotency-key-in-use.route-exists"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            422: components["responses"]["idempotency-key-reused"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    getTopicDestinationRoute: {
        parameters: {
            query?: never;
            header?: {
                /** @description `ETag` of your copy. Returns 304 without a body if the resource is unchanged. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description ID or name of the project. */
                projectIdOrName: string;
                /** @description ID of the route. */
                routeId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description Version of the resource, for `If-Match` and `If-None-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "tdr_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "topicId": "top_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "destinationId": "dest_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "createTime": "2026-01-15T09:30:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["TopicDestinationRoute"];
                };
            };
            /** @description The resource matches `If-None-Match`. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["network-not-allowed.permission-missing"];
            404: components["responses"]["notification-route-not-found.project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    deleteTopicDestinationRoute: {
        parameters: {
            query?: never;
            header?: {
                /** @description `ETag` of the resource as last read. Returns 412 if it has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description ID or name of the project. */
                projectIdOrName: string;
                /** @description ID of the route. */
                routeId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["network-not-allowed.permission-missing"];
            404: components["responses"]["notification-route-not-found.project-not-found"];
            408: components["responses"]["request-timeout"];
            412: components["responses"]["precondition-failed"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    listTopics: {
        parameters: {
            query?: {
                /** @description Maximum number of items per page. The last page can have fewer. */
                pageSize?: number;
                /** @description Opaque token of the page, from the `Link` header of the previous page. If unset, returns the first page. */
                pageToken?: string;
                /** @description Returns only the topic with exactly this name. */
                name?: string;
            };
            header?: {
                /** @description `X-Platform-Position` of the reply to your last change, or `any` if the list does not have to show a change of yours. The list may then come from a replica of the database and be up to two seconds old; `X-Platform-Replica-Age` is its age in milliseconds. Without this header, lists show the current state. */
                "X-Platform-Position"?: components["parameters"]["LastPosition"];
            };
            path: {
                /** @description ID or name of the project. */
                projectIdOrName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description URL of the next page, with `rel="next"`. */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "top_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "name": "lifecycle",
                     *         "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "createTime": "2026-01-15T09:30:00Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Topic"][];
                };
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["network-not-allowed.permission-missing"];
            404: components["responses"]["project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    createTopic: {
        parameters: {
            query?: never;
            header?: {
                /** @description Idempotency key. The same key and body replay the first reply for one day, or longer with `PLATFORM_KEEP_REPLIES`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description ID or name of the project. */
                projectIdOrName: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "lifecycle"
                 *     }
                 */
                "application/json": {
                    /** @description Name of the topic. Unique in the project. */
                    name: string;
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    /** @description Version of the resource, for `If-Match` and `If-None-Match`. */
                    ETag?: string;
                    /** @description URL of the resource. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "top_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "name": "lifecycle",
                     *       "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "createTime": "2026-01-15T09:30:00Z",
                     *       "updateTime": "2026-01-15T09:30:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Topic"];
                };
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["network-not-allowed.permission-missing"];
            404: components["responses"]["project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            409: components["responses"]["idempotency-key-in-use.limit-reached.topic-name-taken"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            422: components["responses"]["idempotency-key-reused"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    getTopic: {
        parameters: {
            query?: never;
            header?: {
                /** @description `ETag` of your copy. Returns 304 without a body if the resource is unchanged. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description ID or name of the project. */
                projectIdOrName: string;
                /** @description ID of the topic. */
                topicId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description Version of the resource, for `If-Match` and `If-None-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "top_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "name": "lifecycle",
                     *       "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "createTime": "2026-01-15T09:30:00Z",
                     *       "updateTime": "2026-01-15T09:30:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Topic"];
                };
            };
            /** @description The resource matches `If-None-Match`. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["network-not-allowed.permission-missing"];
            404: components["responses"]["project-not-found.topic-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    deleteTopic: {
        parameters: {
            query?: {
                /** @description Accepted for existing clients and ignored. A topic can always be deleted. */
                force?: boolean;
            };
            header?: {
                /** @description `ETag` of the resource as last read. Returns 412 if it has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description ID or name of the project. */
                projectIdOrName: string;
                /** @description ID of the topic. */
                topicId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["network-not-allowed.permission-missing"];
            404: components["responses"]["project-not-found.topic-not-found"];
            408: components["responses"]["request-timeout"];
            412: components["responses"]["precondition-failed"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    updateTopic: {
        parameters: {
            query?: never;
            header?: {
                /** @description `ETag` of the resource as last read. Returns 412 if it has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description ID or name of the project. */
                projectIdOrName: string;
                /** @description ID of the topic. */
                topicId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "everything"
                 *     }
                 */
                "application/json": {
                    /** @description New name. Routes are kept. */
                    name: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description Version of the resource, for `If-Match` and `If-None-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "top_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "name": "lifecycle",
                     *       "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "createTime": "2026-01-15T09:30:00Z",
                     *       "updateTime": "2026-01-15T09:30:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Topic"];
                };
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["network-not-allowed.permission-missing"];
            404: components["responses"]["project-not-found.topic-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            409: components["responses"]["topic-name-taken"];
            412: components["responses"]["precondition-failed"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    listCustomFields: {
        parameters: {
            query?: {
                /** @description Maximum number of items per page. The last page can have fewer. */
                pageSize?: number;
                /** @description Opaque token of the page, from the `Link` header of the previous page. If unset, returns the first page. */
                pageToken?: string;
            };
            header?: {
                /** @description `X-Platform-Position` of the reply to your last change, or `any` if the list does not have to show a change of yours. The list may then come from a replica of the database and be up to two seconds old; `X-Platform-Replica-Age` is its age in milliseconds. Without this header, lists show the current state. */
                "X-Platform-Position"?: components["parameters"]["LastPosition"];
            };
            path: {
                /** @description ID or name of the project. */
                projectIdOrName: string;
                /** @description ID or name of the integration. */
                integrationId: string;
                /** @description ID of the installation. */
                installationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description URL of the next page, with `rel="next"`. */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "objectName": "Contact",
                     *         "fieldName": "LastName",
                     *         "action": "create",
                     *         "displayName": "displayName",
                     *         "valueType": "valueType",
                     *         "applyTime": "2026-01-15T09:30:00Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["CustomField"][];
                };
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["network-not-allowed.permission-missing"];
            404: components["responses"]["installation-not-found.integration-not-found.project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    upsertMetadataForInstallation: {
        parameters: {
            query?: {
                /** @description Whether to return the planned actions without performing them. */
                dryRun?: boolean;
            };
            header?: {
                /** @description Idempotency key. The same key and body replay the first reply for one day, or longer with `PLATFORM_KEEP_REPLIES`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description ID or name of the project. */
                projectIdOrName: string;
                /** @description ID or name of the integration. */
                integrationId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "groupRef": "customer-7",
                 *       "fields": {
                 *         "Contact": [
                 *           {
                 *             "fieldName": "Seniority_Level",
                 *             "displayName": "Seniority",
                 *             "valueType": "singleSelect",
                 *             "stringOptions": {
                 *               "values": [
                 *                 "Junior",
                 *                 "Senior"
                 *               ]
                 *             }
                 *           }
                 *         ]
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["UpsertMetadataRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description Version of the resource, for `If-Match` and `If-None-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "fields": {},
                     *       "operationId": "op_01jz5q0f8kf3bvw9s2m6t4x7ra"
                     *     }
                     */
                    "application/json": components["schemas"]["UpsertMetadataResponse"];
                };
            };
            400: components["responses"]["fields-refused.invalid-input.malformed-json.malformed-request.provider-not-supported"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["network-not-allowed.permission-missing.provider-permission-missing.sign-in-again"];
            404: components["responses"]["installation-not-found.integration-not-found.project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            409: components["responses"]["idempotency-key-in-use.limit-reached"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            422: components["responses"]["idempotency-key-reused"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            502: components["responses"]["provider-refused.provider-unavailable"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    getObjectMetadataForInstallation: {
        parameters: {
            query: {
                /** @description Your reference for a customer: a company, team or workspace. */
                groupRef: string;
                /** @description Whether to omit read-only fields. */
                excludeReadOnly?: boolean;
            };
            header?: {
                /** @description `ETag` of your copy. Returns 304 without a body if the resource is unchanged. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description ID or name of the project. */
                projectIdOrName: string;
                /** @description ID or name of the integration. */
                integrationId: string;
                /** @description Name of the object at the provider, such as `Contact`, or in your product (`mapToName`). */
                objectName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description Version of the resource, for `If-Match` and `If-None-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "name": "Contact",
                     *       "displayName": "displayName",
                     *       "mappedObjectName": "mappedObjectName",
                     *       "fields": {}
                     *     }
                     */
                    "application/json": components["schemas"]["ObjectMetadata"];
                };
            };
            /** @description The resource matches `If-None-Match`. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["frontend-keys-off.network-not-allowed.origin-not-allowed.permission-missing"];
            404: components["responses"]["installation-not-found.integration-not-found.object-not-found.project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            422: components["responses"]["credentials-refused"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            502: components["responses"]["provider-refused.provider-unavailable"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    sampleRecords: {
        parameters: {
            query: {
                /** @description Your reference for a customer: a company, team or workspace. */
                groupRef: string;
                /** @description Provider field names, separated by commas; at most 50. */
                fieldNames: string;
            };
            header?: {
                /** @description `ETag` of your copy. Returns 304 without a body if the resource is unchanged. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description ID or name of the project. */
                projectIdOrName: string;
                /** @description ID or name of the integration. */
                integrationId: string;
                /** @description Name of the object at the provider, such as `Contact`, or in your product (`mapToName`). */
                objectName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description Version of the resource, for `If-Match` and `If-None-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "records": [
                     *         {
                     *           "fields": {}
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description Sample records. Empty if the object has no records. */
                        records: components["schemas"]["SampleRecord"][];
                    };
                };
            };
            /** @description The resource matches `If-None-Match`. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["network-not-allowed.permission-missing"];
            404: components["responses"]["connection-not-found.integration-not-found.object-not-found.project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            422: components["responses"]["credentials-refused"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            502: components["responses"]["provider-refused.provider-unavailable"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    upsertMetadataForConnection: {
        parameters: {
            query?: {
                /** @description Whether to return the planned actions without performing them. */
                dryRun?: boolean;
            };
            header?: {
                /** @description Idempotency key. The same key and body replay the first reply for one day, or longer with `PLATFORM_KEEP_REPLIES`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description ID or name of the project. */
                projectIdOrName: string;
                /** @description Name of the provider in the catalogue, such as `salesforce`. */
                provider: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "groupRef": "customer-7",
                 *       "fields": {
                 *         "Contact": [
                 *           {
                 *             "fieldName": "Seniority_Level",
                 *             "displayName": "Seniority",
                 *             "valueType": "singleSelect",
                 *             "stringOptions": {
                 *               "values": [
                 *                 "Junior",
                 *                 "Senior"
                 *               ]
                 *             }
                 *           }
                 *         ]
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["UpsertMetadataRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description Version of the resource, for `If-Match` and `If-None-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "fields": {},
                     *       "operationId": "op_01jz5q0f8kf3bvw9s2m6t4x7ra"
                     *     }
                     */
                    "application/json": components["schemas"]["UpsertMetadataResponse"];
                };
            };
            400: components["responses"]["fields-refused.invalid-input.malformed-json.malformed-request.provider-not-supported"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["network-not-allowed.permission-missing.provider-permission-missing.sign-in-again"];
            404: components["responses"]["connection-not-found.project-not-found.provider-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            409: components["responses"]["idempotency-key-in-use.limit-reached"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            422: components["responses"]["idempotency-key-reused"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            502: components["responses"]["provider-refused.provider-unavailable"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    getObjectMetadataForConnection: {
        parameters: {
            query: {
                /** @description Your reference for a customer: a company, team or workspace. */
                groupRef: string;
                /** @description Whether to omit read-only fields. */
                excludeReadOnly?: boolean;
            };
            header?: {
                /** @description `ETag` of your copy. Returns 304 without a body if the resource is unchanged. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description ID or name of the project. */
                projectIdOrName: string;
                /** @description Name of the provider in the catalogue, such as `salesforce`. */
                provider: string;
                /** @description Provider object name, such as `Contact`. */
                objectName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description Version of the resource, for `If-Match` and `If-None-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "name": "Contact",
                     *       "displayName": "displayName",
                     *       "mappedObjectName": "mappedObjectName",
                     *       "fields": {}
                     *     }
                     */
                    "application/json": components["schemas"]["ObjectMetadata"];
                };
            };
            /** @description The resource matches `If-None-Match`. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["frontend-keys-off.network-not-allowed.origin-not-allowed.permission-missing"];
            404: components["responses"]["connection-not-found.object-not-found.project-not-found.provider-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            422: components["responses"]["credentials-refused"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            502: components["responses"]["provider-refused.provider-unavailable"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    getInstallationActivity: {
        parameters: {
            query?: {
                /** @description Returns only items of this customer. Required with a key of scope `frontend`. */
                groupRef?: string;
            };
            header?: {
                /** @description `ETag` of your copy. Returns 304 without a body if the resource is unchanged. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description ID or name of the project. */
                projectIdOrName: string;
                /** @description ID or name of the integration. */
                integrationId: string;
                /** @description ID of the installation. */
                installationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description Version of the resource, for `If-Match` and `If-None-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "objects": {}
                     *     }
                     */
                    "application/json": components["schemas"]["InstallationActivity"];
                };
            };
            /** @description The resource matches `If-None-Match`. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["frontend-keys-off.network-not-allowed.origin-not-allowed.permission-missing"];
            404: components["responses"]["installation-not-found.integration-not-found.project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    getBackfillProgress: {
        parameters: {
            query?: {
                /** @description Returns only items of this customer. Required with a key of scope `frontend`. */
                groupRef?: string;
            };
            header?: {
                /** @description `ETag` of your copy. Returns 304 without a body if the resource is unchanged. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description ID or name of the project. */
                projectIdOrName: string;
                /** @description ID or name of the integration. */
                integrationId: string;
                /** @description ID of the installation. */
                installationId: string;
                /** @description Name of the object at the provider, such as `Contact`, or in your product (`mapToName`). */
                objectName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description Version of the resource, for `If-Match` and `If-None-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "installationId": "inst_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "objectName": "Contact",
                     *       "operationId": "op_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "recordsProcessed": 1,
                     *       "recordsEstimatedTotal": 1,
                     *       "percent": 1,
                     *       "createTime": "2026-01-15T09:30:00Z",
                     *       "updateTime": "2026-01-15T09:30:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["BackfillProgress"];
                };
            };
            /** @description The resource matches `If-None-Match`. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["frontend-keys-off.network-not-allowed.origin-not-allowed.permission-missing"];
            404: components["responses"]["backfill-not-found.installation-not-found.integration-not-found.project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    listOperations: {
        parameters: {
            query?: {
                /** @description Maximum number of items per page. The last page can have fewer. */
                pageSize?: number;
                /** @description Opaque token of the page, from the `Link` header of the previous page. If unset, returns the first page. */
                pageToken?: string;
            };
            header?: {
                /** @description `ETag` of your copy. Returns 304 without a body if the resource is unchanged. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description `X-Platform-Position` of the reply to your last change, or `any` if the list does not have to show a change of yours. The list may then come from a replica of the database and be up to two seconds old; `X-Platform-Replica-Age` is its age in milliseconds. Without this header, lists show the current state. */
                "X-Platform-Position"?: components["parameters"]["LastPosition"];
            };
            path: {
                /** @description ID or name of the project. */
                projectIdOrName: string;
                /** @description ID or name of the integration. */
                integrationId: string;
                /** @description ID of the installation. */
                installationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description Version of the resource, for `If-Match` and `If-None-Match`. */
                    ETag?: string;
                    /** @description URL of the next page, with `rel="next"`. */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": [
                     *         {
                     *           "id": "op_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *           "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *           "integrationId": "int_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *           "configId": "conf_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *           "installationId": "inst_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *           "actionType": "read",
                     *           "status": "in_progress",
                     *           "createTime": "2026-01-15T09:30:00Z"
                     *         }
                     *       ],
                     *       "pagination": {
                     *         "done": true,
                     *         "nextPageToken": "cDE6b3BfMDFqeg"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description Operations on this page, newest first. */
                        results: components["schemas"]["Operation"][];
                        /** @description Pagination state. The `Link` header contains the same information. */
                        pagination: {
                            /** @description Whether this is the last page. */
                            done: boolean;
                            /**
                             * @description `pageToken` of the next page; absent on the last.
                             * @example cDE6b3BfMDFqeg
                             */
                            nextPageToken?: string;
                        };
                    };
                };
            };
            /** @description The resource matches `If-None-Match`. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["network-not-allowed.permission-missing"];
            404: components["responses"]["installation-not-found.integration-not-found.project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    listLogs: {
        parameters: {
            query?: {
                /** @description Maximum number of items per page. The last page can have fewer. */
                pageSize?: number;
                /** @description Opaque token of the page, from the `Link` header of the previous page. If unset, returns the first page. */
                pageToken?: string;
                /** @description Order of the list: a field, or `-` and a field for descending order. A page token is valid only with the order that it was returned for. */
                sort?: "-timestamp" | "timestamp";
                /** @description Returns only results for this customer. */
                groupRef?: string;
                /** @description Returns only results for this installation. */
                installationId?: string;
                /** @description Returns only results at or after this time. */
                from?: string;
                /** @description Returns only results before this time. */
                to?: string;
                /** @description Returns only entries of this operation. */
                operationId?: string;
                /** @description Returns only entries of this severity. */
                severity?: "info" | "warning" | "error";
            };
            header?: {
                /** @description `X-Platform-Position` of the reply to your last change, or `any` if the list does not have to show a change of yours. The list may then come from a replica of the database and be up to two seconds old; `X-Platform-Replica-Age` is its age in milliseconds. Without this header, lists show the current state. */
                "X-Platform-Position"?: components["parameters"]["LastPosition"];
            };
            path: {
                /** @description ID or name of the project. */
                projectIdOrName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description URL of the next page, with `rel="next"`. */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "timestamp": "2026-01-15T09:30:00Z",
                     *         "message": {
                     *           "msg": "Read 200 records."
                     *         },
                     *         "severity": "info",
                     *         "operationId": "op_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "integrationId": "int_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "installationId": "inst_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "objectName": "Contact"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["OperationLog"][];
                };
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["network-not-allowed.permission-missing"];
            404: components["responses"]["project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    listOperationsForProject: {
        parameters: {
            query?: {
                /** @description Maximum number of items per page. The last page can have fewer. */
                pageSize?: number;
                /** @description Opaque token of the page, from the `Link` header of the previous page. If unset, returns the first page. */
                pageToken?: string;
                /** @description Order of the list: a field, or `-` and a field for descending order. A page token is valid only with the order that it was returned for. */
                sort?: "-createTime" | "createTime";
                /** @description Returns only results for this customer. */
                groupRef?: string;
                /** @description Returns only results for this installation. */
                installationId?: string;
                /** @description Returns only results at or after this time. */
                from?: string;
                /** @description Returns only results before this time. */
                to?: string;
                /** @description Returns only operations of this type: `read`, `write` or `customFields`. */
                actionType?: string;
                /** @description Returns only operations with this status. */
                status?: "in_progress" | "success" | "incomplete" | "failure" | "canceled";
            };
            header?: {
                /** @description `X-Platform-Position` of the reply to your last change, or `any` if the list does not have to show a change of yours. The list may then come from a replica of the database and be up to two seconds old; `X-Platform-Replica-Age` is its age in milliseconds. Without this header, lists show the current state. */
                "X-Platform-Position"?: components["parameters"]["LastPosition"];
            };
            path: {
                /** @description ID or name of the project. */
                projectIdOrName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description URL of the next page, with `rel="next"`. */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "op_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "integrationId": "int_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "configId": "conf_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "installationId": "inst_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "actionType": "read",
                     *         "status": "in_progress",
                     *         "createTime": "2026-01-15T09:30:00Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Operation"][];
                };
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["network-not-allowed.permission-missing"];
            404: components["responses"]["project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    getOperation: {
        parameters: {
            query?: never;
            header?: {
                /** @description `ETag` of your copy. Returns 304 without a body if the resource is unchanged. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description ID or name of the project. */
                projectIdOrName: string;
                /** @description ID of the operation. */
                operationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description Version of the resource, for `If-Match` and `If-None-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "op_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "integrationId": "int_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "configId": "conf_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "installationId": "inst_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "groupRef": "customer-7",
                     *       "groupName": "Globex",
                     *       "actionType": "read",
                     *       "status": "in_progress",
                     *       "incomplete": "incomplete",
                     *       "result": "result",
                     *       "metadata": {},
                     *       "mode": "backfill",
                     *       "since": "2026-01-15T09:30:00Z",
                     *       "until": "2026-01-15T09:30:00Z",
                     *       "createdBy": "api:create-installation",
                     *       "canceledBy": "canceledBy",
                     *       "createTime": "2026-01-15T09:30:00Z",
                     *       "endTime": "2026-01-15T09:30:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Operation"];
                };
            };
            /** @description The resource matches `If-None-Match`. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["network-not-allowed.permission-missing"];
            404: components["responses"]["operation-not-found.project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    listOperationLogs: {
        parameters: {
            query?: {
                /** @description Maximum number of items per page. The last page can have fewer. */
                pageSize?: number;
                /** @description Opaque token of the page, from the `Link` header of the previous page. If unset, returns the first page. */
                pageToken?: string;
            };
            header?: {
                /** @description `X-Platform-Position` of the reply to your last change, or `any` if the list does not have to show a change of yours. The list may then come from a replica of the database and be up to two seconds old; `X-Platform-Replica-Age` is its age in milliseconds. Without this header, lists show the current state. */
                "X-Platform-Position"?: components["parameters"]["LastPosition"];
            };
            path: {
                /** @description ID or name of the project. */
                projectIdOrName: string;
                /** @description ID of the operation. */
                operationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description URL of the next page, with `rel="next"`. */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "timestamp": "2026-01-15T09:30:00Z",
                     *         "message": {
                     *           "msg": "Read 200 records."
                     *         },
                     *         "severity": "info"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Log"][];
                };
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["network-not-allowed.permission-missing"];
            404: components["responses"]["operation-not-found.project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    cancelOperation: {
        parameters: {
            query?: never;
            header?: {
                /** @description Idempotency key. The same key and body replay the first reply for one day, or longer with `PLATFORM_KEEP_REPLIES`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description ID or name of the project. */
                projectIdOrName: string;
                /** @description ID of the read operation to cancel. */
                operationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description Version of the resource, for `If-Match` and `If-None-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "op_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "integrationId": "int_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "configId": "conf_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "installationId": "inst_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "groupRef": "customer-7",
                     *       "groupName": "Globex",
                     *       "actionType": "read",
                     *       "status": "in_progress",
                     *       "incomplete": "incomplete",
                     *       "result": "result",
                     *       "metadata": {},
                     *       "mode": "backfill",
                     *       "since": "2026-01-15T09:30:00Z",
                     *       "until": "2026-01-15T09:30:00Z",
                     *       "createdBy": "api:create-installation",
                     *       "canceledBy": "canceledBy",
                     *       "createTime": "2026-01-15T09:30:00Z",
                     *       "endTime": "2026-01-15T09:30:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Operation"];
                };
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["network-not-allowed.permission-missing"];
            404: components["responses"]["operation-not-found.project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            409: components["responses"]["idempotency-key-in-use.operation-ended"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            422: components["responses"]["idempotency-key-reused"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    getMyInfo: {
        parameters: {
            query?: never;
            header?: {
                /** @description `ETag` of your copy. Returns 304 without a body if the resource is unchanged. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description Version of the resource, for `If-Match` and `If-None-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "builder": {
                     *         "id": "bld_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "idpProvider": "platform",
                     *         "idpRef": "idpRef",
                     *         "createTime": "2026-01-15T09:30:00Z"
                     *       },
                     *       "projectRoles": {},
                     *       "orgRole": {
                     *         "role": "role",
                     *         "principalType": "team",
                     *         "principalId": "principalId",
                     *         "org": {
                     *           "id": "org_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *           "label": "Acme",
                     *           "defaultTeamId": "defaultTeamId",
                     *           "createTime": "2026-01-15T09:30:00Z"
                     *         }
                     *       },
                     *       "orgRoles": [
                     *         {
                     *           "role": "role",
                     *           "principalType": "team",
                     *           "principalId": "principalId",
                     *           "org": {
                     *             "id": "org_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *             "label": "Acme",
                     *             "defaultTeamId": "defaultTeamId",
                     *             "createTime": "2026-01-15T09:30:00Z"
                     *           }
                     *         }
                     *       ],
                     *       "invitedOrgs": [
                     *         {
                     *           "id": "org_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *           "label": "Acme",
                     *           "defaultTeamId": "defaultTeamId",
                     *           "createTime": "2026-01-15T09:30:00Z"
                     *         }
                     *       ],
                     *       "joinableOrgs": [
                     *         {
                     *           "id": "org_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *           "label": "Acme",
                     *           "defaultTeamId": "defaultTeamId",
                     *           "createTime": "2026-01-15T09:30:00Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["BuilderInfo"];
                };
            };
            /** @description The resource matches `If-None-Match`. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["bearer-required.credential-invalid.credential-missing"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    createOrg: {
        parameters: {
            query?: never;
            header?: {
                /** @description Idempotency key. The same key and body replay the first reply for one day, or longer with `PLATFORM_KEEP_REPLIES`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "label": "Acme"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Name of the organization.
                     * @example Production
                     */
                    label: string;
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    /** @description Version of the resource, for `If-Match` and `If-None-Match`. */
                    ETag?: string;
                    /** @description URL of the resource. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "org_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "label": "Acme",
                     *       "defaultTeamId": "defaultTeamId",
                     *       "createTime": "2026-01-15T09:30:00Z",
                     *       "updateTime": "2026-01-15T09:30:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Org"];
                };
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request"];
            401: components["responses"]["bearer-required.credential-invalid.credential-missing"];
            403: components["responses"]["email-not-verified"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            409: components["responses"]["idempotency-key-in-use.limit-reached"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            422: components["responses"]["idempotency-key-reused"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    getOrg: {
        parameters: {
            query?: never;
            header?: {
                /** @description `ETag` of your copy. Returns 304 without a body if the resource is unchanged. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description ID of the organization. */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description Version of the resource, for `If-Match` and `If-None-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "org_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "label": "Acme",
                     *       "defaultTeamId": "defaultTeamId",
                     *       "createTime": "2026-01-15T09:30:00Z",
                     *       "updateTime": "2026-01-15T09:30:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Org"];
                };
            };
            /** @description The resource matches `If-None-Match`. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["bearer-required.credential-invalid.credential-missing"];
            404: components["responses"]["org-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    updateOrg: {
        parameters: {
            query?: never;
            header?: {
                /** @description `ETag` of the resource as last read. Returns 412 if it has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description ID of the organization. */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "updateMask": [
                 *         "label"
                 *       ],
                 *       "org": {
                 *         "label": "Acme Corporation"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description Fields to change, as dot-separated paths. Escape dots and colons as `\.` and `\:`. Other fields in the body are ignored. */
                    updateMask: string[];
                    /** @description New values. Only fields in the mask are changed. */
                    org: {
                        /**
                         * @description Name of the organization.
                         * @example Production
                         */
                        label?: string;
                    };
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description Version of the resource, for `If-Match` and `If-None-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "org_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "label": "Acme",
                     *       "defaultTeamId": "defaultTeamId",
                     *       "createTime": "2026-01-15T09:30:00Z",
                     *       "updateTime": "2026-01-15T09:30:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Org"];
                };
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request"];
            401: components["responses"]["bearer-required.credential-invalid.credential-missing"];
            403: components["responses"]["owner-required"];
            404: components["responses"]["org-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            412: components["responses"]["precondition-failed"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    listAuditLog: {
        parameters: {
            query?: {
                /** @description Returns only changes by this builder, key or consumer, by ID. */
                actor?: string;
                /** @description Returns only changes of this kind, such as `updateProject`. */
                action?: string;
                /** @description Returns only changes in this project, by ID. */
                projectId?: string;
                /** @description Returns only changes to resources at or below this path. */
                target?: string;
                /** @description Returns only changes made by the request with this ID. */
                requestId?: string;
                /** @description Returns only changes at or after this time. */
                from?: string;
                /** @description Returns only changes before this time. */
                to?: string;
                /** @description Whether to shorten `before` and `after` to the values that identify the changed resource. Useful for long lists. */
                brief?: boolean;
                /** @description Maximum number of items per page. The last page can have fewer. */
                pageSize?: number;
                /** @description Opaque token of the page, from the `Link` header of the previous page. If unset, returns the first page. */
                pageToken?: string;
            };
            header?: never;
            path: {
                /** @description ID of the organization. */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description URL of the next page, with `rel="next"`. */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "aud_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "time": "2026-01-15T09:30:00Z",
                     *         "actor": {
                     *           "kind": "kind",
                     *           "id": "id"
                     *         },
                     *         "action": "updateProject",
                     *         "target": "/v1/projects/acme-crm",
                     *         "requestId": "req_01jz5q0f8kf3bvw9s2m6t4x7ra"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["AuditRecord"][];
                };
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["bearer-required.credential-invalid.credential-missing"];
            403: components["responses"]["owner-required"];
            404: components["responses"]["org-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    listOrgBuilders: {
        parameters: {
            query?: {
                /** @description Maximum number of items per page. The last page can have fewer. */
                pageSize?: number;
                /** @description Opaque token of the page, from the `Link` header of the previous page. If unset, returns the first page. */
                pageToken?: string;
            };
            header?: never;
            path: {
                /** @description ID of the organization. */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description URL of the next page, with `rel="next"`. */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "bld_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "idpProvider": "platform",
                     *         "idpRef": "idpRef",
                     *         "createTime": "2026-01-15T09:30:00Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Builder"][];
                };
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["bearer-required.credential-invalid.credential-missing"];
            404: components["responses"]["org-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    addUserToOrg: {
        parameters: {
            query?: never;
            header?: {
                /** @description Idempotency key. The same key and body replay the first reply for one day, or longer with `PLATFORM_KEEP_REPLIES`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description ID of the organization. */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "builderId": "bld_01jz5q0f8kf3bvw9s2m6t4x7ra"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description ID of the builder to add. Must be the caller, unless the caller is an owner.
                     * @example bld_01jz5q0f8kf3bvw9s2m6t4x7ra
                     */
                    builderId: string;
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    /** @description Version of the resource, for `If-Match` and `If-None-Match`. */
                    ETag?: string;
                    /** @description URL of the resource. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "orgId": "org_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "builderId": "bld_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "role": "owner",
                     *       "projectRoles": {},
                     *       "createTime": "2026-01-15T09:30:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Membership"];
                };
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request.membership-exists"];
            401: components["responses"]["bearer-required.credential-invalid.credential-missing"];
            403: components["responses"]["email-not-verified.owner-required"];
            404: components["responses"]["builder-not-found.org-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            409: components["responses"]["idempotency-key-in-use"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            422: components["responses"]["idempotency-key-reused"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    getMembership: {
        parameters: {
            query?: never;
            header?: {
                /** @description `ETag` of your copy. Returns 304 without a body if the resource is unchanged. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description ID of the organization. */
                orgId: string;
                /** @description ID of the builder. */
                builderId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description Version of the resource, for `If-Match` and `If-None-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "orgId": "org_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "builderId": "bld_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "role": "owner",
                     *       "projectRoles": {},
                     *       "createTime": "2026-01-15T09:30:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Membership"];
                };
            };
            /** @description The resource matches `If-None-Match`. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["bearer-required.credential-invalid.credential-missing"];
            404: components["responses"]["membership-not-found.org-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    removeMembership: {
        parameters: {
            query?: never;
            header?: {
                /** @description `ETag` of the resource as last read. Returns 412 if it has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description ID of the organization. */
                orgId: string;
                /** @description ID of the builder. */
                builderId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request"];
            401: components["responses"]["bearer-required.credential-invalid.credential-missing"];
            403: components["responses"]["owner-required"];
            404: components["responses"]["membership-not-found.org-not-found"];
            408: components["responses"]["request-timeout"];
            412: components["responses"]["precondition-failed"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            422: components["responses"]["last-owner"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    updateMembership: {
        parameters: {
            query?: never;
            header?: {
                /** @description `ETag` of the resource as last read. Returns 412 if it has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description ID of the organization. */
                orgId: string;
                /** @description ID of the builder. */
                builderId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "role": "admin"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description `owner`: all permissions. `admin`: can change projects. `member`: can read, and trigger reads. `limited`: has only the projects in `projectRoles`.
                     * @enum {string}
                     */
                    role: "owner" | "admin" | "member" | "limited";
                    /** @description Roles by project ID, for the role `limited`. Replaces the previous ones. Projects that are not listed cannot be seen. Projects that do not belong to the organization are rejected with 400 (`invalid-input`), as are roles in projects for other roles than `limited`. */
                    projectRoles?: {
                        [key: string]: components["schemas"]["ProjectRole"];
                    };
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description Version of the resource, for `If-Match` and `If-None-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "orgId": "org_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "builderId": "bld_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "role": "owner",
                     *       "projectRoles": {},
                     *       "createTime": "2026-01-15T09:30:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Membership"];
                };
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request"];
            401: components["responses"]["bearer-required.credential-invalid.credential-missing"];
            403: components["responses"]["owner-required"];
            404: components["responses"]["membership-not-found.org-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            412: components["responses"]["precondition-failed"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            422: components["responses"]["last-owner"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    listConsumers: {
        parameters: {
            query?: {
                /** @description Maximum number of items per page. The last page can have fewer. */
                pageSize?: number;
                /** @description Opaque token of the page, from the `Link` header of the previous page. If unset, returns the first page. */
                pageToken?: string;
            };
            header?: {
                /** @description `X-Platform-Position` of the reply to your last change, or `any` if the list does not have to show a change of yours. The list may then come from a replica of the database and be up to two seconds old; `X-Platform-Replica-Age` is its age in milliseconds. Without this header, lists show the current state. */
                "X-Platform-Position"?: components["parameters"]["LastPosition"];
            };
            path: {
                /** @description ID or name of the project. */
                projectIdOrName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description URL of the next page, with `rel="next"`. */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "consumerRef": "user-42",
                     *         "consumerName": "Hank Scorpio",
                     *         "projectId": "projectId",
                     *         "createTime": "2026-01-15T09:30:00Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Consumer"][];
                };
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["network-not-allowed.permission-missing"];
            404: components["responses"]["project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    eraseConsumer: {
        parameters: {
            query?: never;
            header?: {
                /** @description `ETag` of the resource as last read. Returns 412 if it has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description ID or name of the project. */
                projectIdOrName: string;
                /** @description Your reference for the end user to erase. */
                consumerRef: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description Version of the resource, for `If-Match` and `If-None-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "installations": 1,
                     *       "connections": 1,
                     *       "events": 1
                     *     }
                     */
                    "application/json": components["schemas"]["Erased"];
                };
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["network-not-allowed.permission-missing"];
            404: components["responses"]["consumer-not-found.project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            412: components["responses"]["precondition-failed"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    listGroups: {
        parameters: {
            query?: {
                /** @description Maximum number of items per page. The last page can have fewer. */
                pageSize?: number;
                /** @description Opaque token of the page, from the `Link` header of the previous page. If unset, returns the first page. */
                pageToken?: string;
                /** @description Returns only items whose reference or name contains this text, ignoring case. */
                search?: string;
            };
            header?: {
                /** @description `X-Platform-Position` of the reply to your last change, or `any` if the list does not have to show a change of yours. The list may then come from a replica of the database and be up to two seconds old; `X-Platform-Replica-Age` is its age in milliseconds. Without this header, lists show the current state. */
                "X-Platform-Position"?: components["parameters"]["LastPosition"];
            };
            path: {
                /** @description ID or name of the project. */
                projectIdOrName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description URL of the next page, with `rel="next"`. */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "groupRef": "customer-7",
                     *         "groupName": "Globex",
                     *         "projectId": "projectId",
                     *         "createTime": "2026-01-15T09:30:00Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Group"][];
                };
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["network-not-allowed.permission-missing"];
            404: components["responses"]["project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    eraseGroup: {
        parameters: {
            query?: never;
            header?: {
                /** @description `ETag` of the resource as last read. Returns 412 if it has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description ID or name of the project. */
                projectIdOrName: string;
                /** @description Your reference for the customer to erase. */
                groupRef: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description Version of the resource, for `If-Match` and `If-None-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "installations": 1,
                     *       "connections": 1,
                     *       "events": 1
                     *     }
                     */
                    "application/json": components["schemas"]["Erased"];
                };
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["network-not-allowed.permission-missing"];
            404: components["responses"]["group-not-found.project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            412: components["responses"]["precondition-failed"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    listProjects: {
        parameters: {
            query?: {
                /** @description Maximum number of items per page. The last page can have fewer. */
                pageSize?: number;
                /** @description Opaque token of the page, from the `Link` header of the previous page. If unset, returns the first page. */
                pageToken?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description URL of the next page, with `rel="next"`. */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "name": "acme-crm",
                     *         "appName": "Acme CRM",
                     *         "orgId": "org_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "frontendKeys": "allowed",
                     *         "allowedOrigins": [
                     *           "text"
                     *         ],
                     *         "createTime": "2026-01-15T09:30:00Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Project"][];
                };
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["network-not-allowed.permission-missing"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    createProject: {
        parameters: {
            query?: never;
            header?: {
                /** @description Idempotency key. The same key and body replay the first reply for one day, or longer with `PLATFORM_KEEP_REPLIES`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "acme-crm",
                 *       "appName": "Acme CRM",
                 *       "orgId": "org_01jz5q0f8kf3bvw9s2m6t4x7ra"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Name of your product, shown to end users.
                     * @example Acme CRM
                     */
                    appName: string;
                    /**
                     * @description Name of the project in URLs: letters, digits and dashes. Unique on the server; stored in lower case.
                     * @example acme-crm
                     */
                    name: string;
                    /**
                     * @description ID of the organization that owns the project. The caller must be its owner or admin.
                     * @example org_01jz5q0f8kf3bvw9s2m6t4x7ra
                     */
                    orgId: string;
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    /** @description Version of the resource, for `If-Match` and `If-None-Match`. */
                    ETag?: string;
                    /** @description URL of the resource. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "name": "acme-crm",
                     *       "appName": "Acme CRM",
                     *       "orgId": "org_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "frontendKeys": "allowed",
                     *       "allowedOrigins": [
                     *         "text"
                     *       ],
                     *       "createTime": "2026-01-15T09:30:00Z",
                     *       "updateTime": "2026-01-15T09:30:00Z",
                     *       "entitlements": {}
                     *     }
                     */
                    "application/json": components["schemas"]["Project"];
                };
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request"];
            401: components["responses"]["bearer-required.credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["org-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            409: components["responses"]["idempotency-key-in-use.limit-reached"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            422: components["responses"]["idempotency-key-reused.project-name-taken"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    getProject: {
        parameters: {
            query?: {
                /** @description Whether to return `entitlements`. */
                includeEntitlements?: boolean;
            };
            header?: {
                /** @description `ETag` of your copy. Returns 304 without a body if the resource is unchanged. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description ID or name of the project. */
                projectIdOrName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description Version of the resource, for `If-Match` and `If-None-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "name": "acme-crm",
                     *       "appName": "Acme CRM",
                     *       "orgId": "org_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "frontendKeys": "allowed",
                     *       "allowedOrigins": [
                     *         "text"
                     *       ],
                     *       "createTime": "2026-01-15T09:30:00Z",
                     *       "updateTime": "2026-01-15T09:30:00Z",
                     *       "entitlements": {}
                     *     }
                     */
                    "application/json": components["schemas"]["Project"];
                };
            };
            /** @description The resource matches `If-None-Match`. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["frontend-keys-off.network-not-allowed.origin-not-allowed.permission-missing"];
            404: components["responses"]["project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    deleteProject: {
        parameters: {
            query?: {
                /** @description Whether to delete the project’s installations too. Without it, a project with installations cannot be deleted. */
                force?: boolean;
            };
            header?: {
                /** @description `ETag` of the resource as last read. Returns 412 if it has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description ID or name of the project. */
                projectIdOrName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request"];
            401: components["responses"]["bearer-required.credential-invalid.credential-missing"];
            403: components["responses"]["owner-required.permission-missing"];
            404: components["responses"]["project-not-found"];
            408: components["responses"]["request-timeout"];
            412: components["responses"]["precondition-failed"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            422: components["responses"]["project-in-use"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    updateProject: {
        parameters: {
            query?: never;
            header?: {
                /** @description `ETag` of the resource as last read. Returns 412 if it has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description ID or name of the project. */
                projectIdOrName: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "updateMask": [
                 *         "appName"
                 *       ],
                 *       "project": {
                 *         "appName": "Acme CRM Pro"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description Fields to change, as dot-separated paths. Escape dots and colons as `\.` and `\:`. Other fields in the body are ignored. */
                    updateMask: string[];
                    /** @description New values. Only fields in the mask are changed. */
                    project: {
                        /**
                         * @description Name of your product, shown to end users.
                         * @example Acme CRM
                         */
                        appName?: string;
                        /**
                         * @description New name in URLs. URLs that contain the project’s ID keep working; URLs that contain the old name do not.
                         * @example acme-crm
                         */
                        name?: string;
                        /**
                         * @description Whether API keys of scope `frontend` are accepted. `off` requires a JWT signed by your backend in browsers.
                         * @enum {string}
                         */
                        frontendKeys?: "allowed" | "off";
                        /** @description Origins of your product’s pages, each with scheme, host and port as sent by browsers. `https://*.example.com` matches all subdomains with one label. Empty allows all origins. */
                        allowedOrigins?: string[];
                    };
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description Version of the resource, for `If-Match` and `If-None-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "name": "acme-crm",
                     *       "appName": "Acme CRM",
                     *       "orgId": "org_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "frontendKeys": "allowed",
                     *       "allowedOrigins": [
                     *         "text"
                     *       ],
                     *       "createTime": "2026-01-15T09:30:00Z",
                     *       "updateTime": "2026-01-15T09:30:00Z",
                     *       "entitlements": {}
                     *     }
                     */
                    "application/json": components["schemas"]["Project"];
                };
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["network-not-allowed.permission-missing"];
            404: components["responses"]["project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            412: components["responses"]["precondition-failed"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            422: components["responses"]["project-name-taken"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    getBranding: {
        parameters: {
            query?: never;
            header?: {
                /** @description `ETag` of your copy. Returns 304 without a body if the resource is unchanged. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description ID or name of the project. */
                projectIdOrName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description Version of the resource, for `If-Match` and `If-None-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "logo": "data:image/svg+xml;base64,PHN2Zy8+",
                     *       "darkLogo": "data:image/svg+xml;base64,PHN2Zy8+",
                     *       "light": {
                     *         "primary": "#0a7d55"
                     *       },
                     *       "dark": {
                     *         "primary": "#0a7d55"
                     *       },
                     *       "font": "system",
                     *       "borderRadius": 1,
                     *       "fontSize": 12,
                     *       "spacing": 8
                     *     }
                     */
                    "application/json": components["schemas"]["Branding"];
                };
            };
            /** @description The resource matches `If-None-Match`. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["network-not-allowed.permission-missing"];
            404: components["responses"]["project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    updateBranding: {
        parameters: {
            query?: never;
            header?: {
                /** @description `ETag` of the resource as last read. Returns 412 if it has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description ID or name of the project. */
                projectIdOrName: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "light": {
                 *         "primary": "#0a7d55"
                 *       },
                 *       "borderRadius": 8
                 *     }
                 */
                "application/json": components["schemas"]["Branding"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description Version of the resource, for `If-Match` and `If-None-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "logo": "data:image/svg+xml;base64,PHN2Zy8+",
                     *       "darkLogo": "data:image/svg+xml;base64,PHN2Zy8+",
                     *       "light": {
                     *         "primary": "#0a7d55"
                     *       },
                     *       "dark": {
                     *         "primary": "#0a7d55"
                     *       },
                     *       "font": "system",
                     *       "borderRadius": 1,
                     *       "fontSize": 12,
                     *       "spacing": 8
                     *     }
                     */
                    "application/json": components["schemas"]["Branding"];
                };
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["network-not-allowed.permission-missing"];
            404: components["responses"]["project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            412: components["responses"]["precondition-failed"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    find: {
        parameters: {
            query: {
                /** @description ID, reference of an end user, or part of a customer’s reference or name, or of the name of a destination or integration. */
                text: string;
            };
            header?: never;
            path: {
                /** @description ID or name of the project. */
                projectIdOrName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "kind": "group",
                     *         "id": "id"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Found"][];
                };
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["network-not-allowed.permission-missing"];
            404: components["responses"]["project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    listGroupSummaries: {
        parameters: {
            query?: {
                /** @description Maximum number of items per page. The last page can have fewer. */
                pageSize?: number;
                /** @description Opaque token of the page, from the `Link` header of the previous page. If unset, returns the first page. */
                pageToken?: string;
                /** @description Order of the list: a field, or `-` and a field for descending order. A page token is valid only with the order that it was returned for. */
                sort?: "-groupRef" | "groupRef" | "-groupName" | "groupName";
                /** @description Returns only the group with this reference. */
                groupRef?: string;
                /** @description Returns only groups whose reference or name contains this text, ignoring case. */
                search?: string;
            };
            header?: {
                /** @description `X-Platform-Position` of the reply to your last change, or `any` if the list does not have to show a change of yours. The list may then come from a replica of the database and be up to two seconds old; `X-Platform-Replica-Age` is its age in milliseconds. Without this header, lists show the current state. */
                "X-Platform-Position"?: components["parameters"]["LastPosition"];
            };
            path: {
                /** @description ID or name of the project. */
                projectIdOrName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description URL of the next page, with `rel="next"`. */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "groupRef": "customer-7",
                     *         "groupName": "Globex",
                     *         "projectId": "projectId",
                     *         "createTime": "2026-01-15T09:30:00Z",
                     *         "providers": [
                     *           "text"
                     *         ]
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["GroupSummary"][];
                };
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["network-not-allowed.permission-missing"];
            404: components["responses"]["project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    listProviderApps: {
        parameters: {
            query?: {
                /** @description Maximum number of items per page. The last page can have fewer. */
                pageSize?: number;
                /** @description Opaque token of the page, from the `Link` header of the previous page. If unset, returns the first page. */
                pageToken?: string;
            };
            header?: {
                /** @description `X-Platform-Position` of the reply to your last change, or `any` if the list does not have to show a change of yours. The list may then come from a replica of the database and be up to two seconds old; `X-Platform-Replica-Age` is its age in milliseconds. Without this header, lists show the current state. */
                "X-Platform-Position"?: components["parameters"]["LastPosition"];
            };
            path: {
                /** @description ID or name of the project. */
                projectIdOrName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description URL of the next page, with `rel="next"`. */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "papp_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "provider": "salesforce",
                     *         "clientId": "3MVG9acmeClient",
                     *         "createTime": "2026-01-15T09:30:00Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["ProviderApp"][];
                };
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["network-not-allowed.permission-missing"];
            404: components["responses"]["project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    createProviderApp: {
        parameters: {
            query?: never;
            header?: {
                /** @description Idempotency key. The same key and body replay the first reply for one day, or longer with `PLATFORM_KEEP_REPLIES`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description ID or name of the project. */
                projectIdOrName: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "provider": "hubspot",
                 *       "clientId": "8d8c9c5e-acme",
                 *       "clientSecret": "a-long-secret",
                 *       "scopes": [
                 *         "crm.objects.contacts.read"
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description Your own name for the app, to distinguish several apps of one provider. */
                    externalRef?: string;
                    /**
                     * @description Name of the provider in the catalogue.
                     * @example salesforce
                     */
                    provider: string;
                    /**
                     * @description Client ID issued by the provider.
                     * @example 3MVG9acmeClient
                     */
                    clientId: string;
                    /**
                     * @description Client secret issued by the provider. Write-only.
                     * @example a-long-secret
                     */
                    clientSecret: string;
                    /** @description Scopes requested from end users. Required if the catalogue sets `explicitScopesRequired`. */
                    scopes?: string[];
                    /** @description Values for the catalogue’s `providerAppMetadata`. */
                    metadata?: components["schemas"]["ProviderAppMetadata"];
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    /** @description Version of the resource, for `If-Match` and `If-None-Match`. */
                    ETag?: string;
                    /** @description URL of the resource. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "papp_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "externalRef": "externalRef",
                     *       "provider": "salesforce",
                     *       "clientId": "3MVG9acmeClient",
                     *       "scopes": [
                     *         "text"
                     *       ],
                     *       "metadata": {},
                     *       "providerParamNames": [
                     *         "text"
                     *       ],
                     *       "refusal": {
                     *         "detail": "detail",
                     *         "time": "2026-01-15T09:30:00Z"
                     *       },
                     *       "createTime": "2026-01-15T09:30:00Z",
                     *       "updateTime": "2026-01-15T09:30:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["ProviderApp"];
                };
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["network-not-allowed.permission-missing"];
            404: components["responses"]["project-not-found.provider-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            409: components["responses"]["idempotency-key-in-use.limit-reached"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            422: components["responses"]["idempotency-key-reused.provider-app-exists"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    getProviderApp: {
        parameters: {
            query?: never;
            header?: {
                /** @description `ETag` of your copy. Returns 304 without a body if the resource is unchanged. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description ID or name of the project. */
                projectIdOrName: string;
                /** @description ID of the provider app. */
                providerAppId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description Version of the resource, for `If-Match` and `If-None-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "papp_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "externalRef": "externalRef",
                     *       "provider": "salesforce",
                     *       "clientId": "3MVG9acmeClient",
                     *       "scopes": [
                     *         "text"
                     *       ],
                     *       "metadata": {},
                     *       "providerParamNames": [
                     *         "text"
                     *       ],
                     *       "refusal": {
                     *         "detail": "detail",
                     *         "time": "2026-01-15T09:30:00Z"
                     *       },
                     *       "createTime": "2026-01-15T09:30:00Z",
                     *       "updateTime": "2026-01-15T09:30:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["ProviderApp"];
                };
            };
            /** @description The resource matches `If-None-Match`. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["network-not-allowed.permission-missing"];
            404: components["responses"]["project-not-found.provider-app-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    deleteProviderApp: {
        parameters: {
            query?: {
                /** @description Whether to delete the resource while it is in use. If set, its connections get the status `bad_credentials`. Otherwise, the request is rejected with a list of what uses it. */
                force?: boolean;
            };
            header?: {
                /** @description `ETag` of the resource as last read. Returns 412 if it has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description ID or name of the project. */
                projectIdOrName: string;
                /** @description ID of the provider app. */
                providerAppId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["network-not-allowed.permission-missing"];
            404: components["responses"]["project-not-found.provider-app-not-found"];
            408: components["responses"]["request-timeout"];
            409: components["responses"]["in-use"];
            412: components["responses"]["precondition-failed"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    updateProviderApp: {
        parameters: {
            query?: never;
            header?: {
                /** @description `ETag` of the resource as last read. Returns 412 if it has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description ID or name of the project. */
                projectIdOrName: string;
                /** @description ID of the provider app. */
                providerAppId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "updateMask": [
                 *         "clientSecret"
                 *       ],
                 *       "providerApp": {
                 *         "clientSecret": "a-new-secret"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description Fields to change, as dot-separated paths. Escape dots and colons as `\.` and `\:`. Other fields in the body are ignored. */
                    updateMask: string[];
                    /** @description New values. Only fields in the mask are changed. */
                    providerApp: {
                        /** @description Your own name for the app, to distinguish several apps of one provider. */
                        externalRef?: string;
                        /**
                         * @description Name of the provider in the catalogue.
                         * @example salesforce
                         */
                        provider?: string;
                        /**
                         * @description Client ID issued by the provider.
                         * @example 3MVG9acmeClient
                         */
                        clientId?: string;
                        /**
                         * @description Client secret issued by the provider. Write-only.
                         * @example a-long-secret
                         */
                        clientSecret?: string;
                        /** @description Scopes requested from end users. Required if the catalogue sets `explicitScopesRequired`. */
                        scopes?: string[];
                        /** @description Values for the catalogue’s `providerAppMetadata`. */
                        metadata?: components["schemas"]["ProviderAppMetadata"];
                    };
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description Version of the resource, for `If-Match` and `If-None-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "papp_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "externalRef": "externalRef",
                     *       "provider": "salesforce",
                     *       "clientId": "3MVG9acmeClient",
                     *       "scopes": [
                     *         "text"
                     *       ],
                     *       "metadata": {},
                     *       "providerParamNames": [
                     *         "text"
                     *       ],
                     *       "refusal": {
                     *         "detail": "detail",
                     *         "time": "2026-01-15T09:30:00Z"
                     *       },
                     *       "createTime": "2026-01-15T09:30:00Z",
                     *       "updateTime": "2026-01-15T09:30:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["ProviderApp"];
                };
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["network-not-allowed.permission-missing"];
            404: components["responses"]["project-not-found.provider-app-not-found.provider-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            412: components["responses"]["precondition-failed"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            422: components["responses"]["provider-app-exists"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    listProviders: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example {} */
                    "application/json": components["schemas"]["CatalogType"];
                };
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid"];
            403: components["responses"]["frontend-keys-off.network-not-allowed.origin-not-allowed"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    getProvider: {
        parameters: {
            query?: never;
            header?: {
                /** @description `ETag` of your copy. Returns 304 without a body if the resource is unchanged. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Name of the provider in the catalogue, such as `salesforce`. */
                provider: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description Version of the resource, for `If-Match` and `If-None-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "name": "salesforce",
                     *       "displayName": "displayName",
                     *       "authType": "oauth2",
                     *       "baseURL": "https://{{.workspace}}.my.salesforce.com",
                     *       "defaultModule": "crm",
                     *       "oauth2Opts": {
                     *         "grantType": "authorizationCode",
                     *         "tokenURL": "https://login.salesforce.com/services/oauth2/token",
                     *         "explicitScopesRequired": true,
                     *         "explicitWorkspaceRequired": true,
                     *         "tokenMetadataFields": {}
                     *       },
                     *       "apiKeyOpts": {
                     *         "attachmentType": "query"
                     *       },
                     *       "basicOpts": {},
                     *       "customOpts": {},
                     *       "support": {
                     *         "bulkWrite": {
                     *           "insert": true,
                     *           "update": true,
                     *           "upsert": true,
                     *           "delete": true
                     *         },
                     *         "proxy": true,
                     *         "read": true,
                     *         "subscribe": true,
                     *         "write": true,
                     *         "delete": true,
                     *         "search": {
                     *           "operators": {
                     *             "equals": true
                     *           }
                     *         }
                     *       },
                     *       "proof": {},
                     *       "urlsOverridden": true,
                     *       "apiVersion": "apiVersion",
                     *       "supportedUntil": "2026-01-15",
                     *       "docsURL": "docsURL",
                     *       "paging": {
                     *         "style": "cursor"
                     *       },
                     *       "rateLimits": [
                     *         {
                     *           "calls": 1,
                     *           "perSeconds": 1
                     *         }
                     *       ],
                     *       "scopes": {
                     *         "grantedBy": "request"
                     *       },
                     *       "app": {},
                     *       "signInErrors": [
                     *         {
                     *           "code": "code",
                     *           "cause": "cause",
                     *           "remedy": "remedy"
                     *         }
                     *       ],
                     *       "changes": [
                     *         {
                     *           "from": "2026-01-15",
                     *           "what": "what"
                     *         }
                     *       ],
                     *       "authHealthCheck": {
                     *         "url": "url"
                     *       },
                     *       "postAuthInfoNeeded": true,
                     *       "media": {},
                     *       "labels": {},
                     *       "subscribeRequirements": {},
                     *       "modules": {},
                     *       "metadata": {},
                     *       "providerAppMetadata": {}
                     *     }
                     */
                    "application/json": components["schemas"]["ProviderInfo"];
                };
            };
            /** @description The resource matches `If-None-Match`. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid"];
            403: components["responses"]["frontend-keys-off.network-not-allowed.origin-not-allowed"];
            404: components["responses"]["provider-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    getProviderObjects: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Name of the provider in the catalogue, such as `salesforce`. */
                provider: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example {} */
                    "application/json": {
                        [key: string]: components["schemas"]["ProviderObject"];
                    };
                };
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid"];
            403: components["responses"]["frontend-keys-off.network-not-allowed.origin-not-allowed"];
            404: components["responses"]["provider-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    pauseInstallation: {
        parameters: {
            query?: {
                /** @description Returns only items of this customer. Required with a key of scope `frontend`. */
                groupRef?: string;
            };
            header?: {
                /** @description Idempotency key. The same key and body replay the first reply for one day, or longer with `PLATFORM_KEEP_REPLIES`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description ID or name of the project. */
                projectIdOrName: string;
                /** @description ID or name of the integration. */
                integrationId: string;
                /** @description ID of the installation. */
                installationId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "objects": [
                 *         "contacts"
                 *       ],
                 *       "note": "While the account is cleaned up"
                 *     }
                 */
                "application/json": {
                    /** @description Objects, by their names at the provider or in your product (`mapToName`). Defaults to all installed objects. */
                    objects?: string[];
                    /** @description Reason for the pause, as free text. Shown as `pausedReason`. */
                    note?: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request.object-not-installed"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["frontend-keys-off.network-not-allowed.origin-not-allowed.permission-missing"];
            404: components["responses"]["installation-not-found.integration-not-found.project-not-found"];
            408: components["responses"]["request-timeout"];
            409: components["responses"]["idempotency-key-in-use"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            422: components["responses"]["idempotency-key-reused"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    unpauseInstallation: {
        parameters: {
            query?: {
                /** @description Returns only items of this customer. Required with a key of scope `frontend`. */
                groupRef?: string;
            };
            header?: {
                /** @description Idempotency key. The same key and body replay the first reply for one day, or longer with `PLATFORM_KEEP_REPLIES`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description ID or name of the project. */
                projectIdOrName: string;
                /** @description ID or name of the integration. */
                integrationId: string;
                /** @description ID of the installation. */
                installationId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "objects": [
                 *         "contacts"
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description Objects, by their names at the provider or in your product (`mapToName`). Defaults to all installed objects. */
                    objects?: string[];
                    /** @description Reason for resuming, as free text, for the audit log. */
                    note?: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request.object-not-installed"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["frontend-keys-off.network-not-allowed.origin-not-allowed.permission-missing"];
            404: components["responses"]["installation-not-found.integration-not-found.project-not-found"];
            408: components["responses"]["request-timeout"];
            409: components["responses"]["idempotency-key-in-use.object-paused"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            422: components["responses"]["idempotency-key-reused"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    triggerRead: {
        parameters: {
            query?: never;
            header?: {
                /** @description Idempotency key. The same key and body replay the first reply for one day, or longer with `PLATFORM_KEEP_REPLIES`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description ID or name of the project. */
                projectIdOrName: string;
                /** @description ID or name of the integration. */
                integrationId: string;
                /** @description Name of the object at the provider, such as `Contact`, or in your product (`mapToName`). */
                objectName: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "groupRef": "customer-7",
                 *       "mode": "async",
                 *       "sinceTimestamp": "2026-01-15T00:00:00Z",
                 *       "untilTimestamp": "2026-01-16T00:00:00Z"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Your reference for a customer: a company, team or workspace.
                     * @example customer-7
                     */
                    groupRef: string;
                    /**
                     * @description Always `async`: the reply contains the operation’s ID, and results are sent to the destination.
                     * @default async
                     * @constant
                     */
                    mode?: "async";
                    /**
                     * Format: date-time
                     * @description Reads only records changed at or after this time. If unset, reads all records.
                     * @example 2026-01-15T00:00:00Z
                     */
                    sinceTimestamp?: string;
                    /**
                     * Format: date-time
                     * @description Reads only records changed before this time. Defaults to now.
                     * @example 2026-01-16T00:00:00Z
                     */
                    untilTimestamp?: string;
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    /** @description Version of the resource, for `If-Match` and `If-None-Match`. */
                    ETag?: string;
                    /** @description URL of the resource. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "operationId": "op_01jz5q0f8kf3bvw9s2m6t4x7ra"
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description ID of the read operation. Use it to get the progress and the log.
                         * @example op_01jz5q0f8kf3bvw9s2m6t4x7ra
                         */
                        operationId: string;
                    };
                };
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request.object-not-installed"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["network-not-allowed.permission-missing"];
            404: components["responses"]["installation-not-found.integration-not-found.project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            409: components["responses"]["idempotency-key-in-use.object-paused"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            422: components["responses"]["idempotency-key-reused"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    deliverResults: {
        parameters: {
            query?: never;
            header?: {
                /** @description Idempotency key. The same key and body replay the first reply for one day, or longer with `PLATFORM_KEEP_REPLIES`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description ID or name of the project. */
                projectIdOrName: string;
                /** @description ID or name of the integration. */
                integrationId: string;
                /** @description Name of the object at the provider, such as `Contact`, or in your product (`mapToName`). */
                objectName: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "groupRef": "customer-7",
                 *       "pages": 10
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Your reference for a customer: a company, team or workspace.
                     * @example customer-7
                     */
                    groupRef: string;
                    /** @description Number of pages to send, oldest first. `0` sends all pending pages. */
                    pages: number;
                };
            };
        };
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request.object-not-installed"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["network-not-allowed.permission-missing"];
            404: components["responses"]["installation-not-found.integration-not-found.project-not-found"];
            408: components["responses"]["request-timeout"];
            409: components["responses"]["idempotency-key-in-use"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            422: components["responses"]["idempotency-key-reused"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    searchRecords: {
        parameters: {
            query: {
                /** @description Your reference for a customer: a company, team or workspace. */
                groupRef: string;
            };
            header?: {
                /** @description Idempotency key. The same key and body replay the first reply for one day, or longer with `PLATFORM_KEEP_REPLIES`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description ID or name of the project. */
                projectIdOrName: string;
                /** @description ID or name of the integration. */
                integrationId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "objectName": "Contact",
                 *       "fieldFilters": [
                 *         {
                 *           "fieldName": "LastName",
                 *           "operator": "eq",
                 *           "value": "Ivanova"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["SearchRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description Version of the resource, for `If-Match` and `If-None-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "result": [
                     *         {
                     *           "fields": {},
                     *           "mappedFields": {},
                     *           "raw": {}
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["SearchReply"];
                };
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request.object-not-installed"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["network-not-allowed.permission-missing"];
            404: components["responses"]["installation-not-found.integration-not-found.project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            409: components["responses"]["idempotency-key-in-use"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            422: components["responses"]["credentials-refused.idempotency-key-reused"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            502: components["responses"]["provider-refused.provider-unavailable"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    writeRecords: {
        parameters: {
            query?: never;
            header?: {
                /** @description Idempotency key. The same key and body replay the first reply for one day, or longer with `PLATFORM_KEEP_REPLIES`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description ID or name of the project. */
                projectIdOrName: string;
                /** @description ID or name of the integration. */
                integrationId: string;
                /** @description Name of the object at the provider, such as `Contact`, or in your product (`mapToName`). */
                objectName: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "groupRef": "customer-7",
                 *       "type": "create",
                 *       "record": {
                 *         "LastName": "Ivanova",
                 *         "Email": "sofia@globex.example"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["WriteRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description Version of the resource, for `If-Match` and `If-None-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "operationId": "op_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "result": {
                     *         "index": 1,
                     *         "success": true,
                     *         "errors": [
                     *           {
                     *             "reason": "reason"
                     *           }
                     *         ]
                     *       },
                     *       "successCount": 1,
                     *       "failureCount": 1,
                     *       "results": [
                     *         {
                     *           "index": 1,
                     *           "success": true,
                     *           "errors": [
                     *             {
                     *               "reason": "reason"
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "errors": [
                     *         {
                     *           "message": "message"
                     *         }
                     *       ],
                     *       "warnings": [
                     *         {
                     *           "message": "message"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["WriteReply"];
                };
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request.object-not-installed"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["deletion-not-enabled.network-not-allowed.permission-missing"];
            404: components["responses"]["installation-not-found.integration-not-found.project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            409: components["responses"]["idempotency-key-in-use.limit-reached"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            422: components["responses"]["credentials-refused.idempotency-key-reused.write-refused"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            502: components["responses"]["provider-refused.provider-unavailable.write-outcome-unknown"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    onConnectionCreatedMessage: {
        parameters: {
            query?: never;
            header: {
                /** @description ID of the message, the same for every attempt. */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description Time of the attempt, in seconds since 1970. */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description Signatures of `id.timestamp.body`, separated by spaces. */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "notificationType": "connection.created",
                 *       "data": {
                 *         "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                 *         "connectionId": "conn_01jz5q0f8kf3bvw9s2m6t4x7ra",
                 *         "provider": "salesforce",
                 *         "groupRef": "globex",
                 *         "consumerRef": "hank",
                 *         "consumerName": "hank"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ConnectionCreatedMessage"];
            };
        };
        responses: {
            /** @description Accepted. Any other status is repeated. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onConnectionErrorMessage: {
        parameters: {
            query?: never;
            header: {
                /** @description ID of the message, the same for every attempt. */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description Time of the attempt, in seconds since 1970. */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description Signatures of `id.timestamp.body`, separated by spaces. */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "notificationType": "connection.error",
                 *       "data": {
                 *         "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                 *         "connectionId": "conn_01jz5q0f8kf3bvw9s2m6t4x7ra",
                 *         "provider": "salesforce",
                 *         "groupRef": "globex",
                 *         "consumerRef": "hank",
                 *         "consumerName": "hank",
                 *         "errors": [
                 *           "Salesforce answered 400 (invalid_grant: expired access/refresh token)."
                 *         ]
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ConnectionErrorMessage"];
            };
        };
        responses: {
            /** @description Accepted. Any other status is repeated. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onConnectionRefreshedMessage: {
        parameters: {
            query?: never;
            header: {
                /** @description ID of the message, the same for every attempt. */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description Time of the attempt, in seconds since 1970. */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description Signatures of `id.timestamp.body`, separated by spaces. */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "notificationType": "connection.refreshed",
                 *       "data": {
                 *         "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                 *         "connectionId": "conn_01jz5q0f8kf3bvw9s2m6t4x7ra",
                 *         "provider": "salesforce",
                 *         "groupRef": "globex",
                 *         "consumerRef": "hank",
                 *         "consumerName": "hank"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ConnectionRefreshedMessage"];
            };
        };
        responses: {
            /** @description Accepted. Any other status is repeated. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onConnectionUpdatedMessage: {
        parameters: {
            query?: never;
            header: {
                /** @description ID of the message, the same for every attempt. */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description Time of the attempt, in seconds since 1970. */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description Signatures of `id.timestamp.body`, separated by spaces. */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "notificationType": "connection.updated",
                 *       "data": {
                 *         "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                 *         "connectionId": "conn_01jz5q0f8kf3bvw9s2m6t4x7ra",
                 *         "provider": "salesforce",
                 *         "groupRef": "globex",
                 *         "consumerRef": "hank",
                 *         "consumerName": "hank"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ConnectionUpdatedMessage"];
            };
        };
        responses: {
            /** @description Accepted. Any other status is repeated. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onConnectionDeletedMessage: {
        parameters: {
            query?: never;
            header: {
                /** @description ID of the message, the same for every attempt. */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description Time of the attempt, in seconds since 1970. */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description Signatures of `id.timestamp.body`, separated by spaces. */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "notificationType": "connection.deleted",
                 *       "data": {
                 *         "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                 *         "connectionId": "conn_01jz5q0f8kf3bvw9s2m6t4x7ra",
                 *         "provider": "salesforce",
                 *         "groupRef": "globex",
                 *         "consumerRef": "hank",
                 *         "consumerName": "hank"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ConnectionDeletedMessage"];
            };
        };
        responses: {
            /** @description Accepted. Any other status is repeated. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onInstallationCreatedMessage: {
        parameters: {
            query?: never;
            header: {
                /** @description ID of the message, the same for every attempt. */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description Time of the attempt, in seconds since 1970. */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description Signatures of `id.timestamp.body`, separated by spaces. */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "notificationType": "installation.created",
                 *       "data": {
                 *         "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                 *         "provider": "salesforce",
                 *         "integrationId": "int_01jz5q0f8kf3bvw9s2m6t4x7ra",
                 *         "integrationName": "crm",
                 *         "installationId": "inst_01jz5q0f8kf3bvw9s2m6t4x7ra",
                 *         "connectionId": "conn_01jz5q0f8kf3bvw9s2m6t4x7ra",
                 *         "groupRef": "globex",
                 *         "groupName": "globex",
                 *         "consumerRef": "hank",
                 *         "consumerName": "hank",
                 *         "config": {
                 *           "id": "conf_01jz5q0f8kf3bvw9s2m6t4x7ra",
                 *           "revisionId": "rev_01jz5q0f8kf3bvw9s2m6t4x7ra",
                 *           "createTime": "2026-01-15T09:30:00.000Z",
                 *           "createdBy": "api:create-installation",
                 *           "content": {
                 *             "read": {
                 *               "objects": {
                 *                 "Contact": {}
                 *               }
                 *             },
                 *             "write": {
                 *               "objects": {
                 *                 "Contact": {
                 *                   "objectName": "Contact"
                 *                 }
                 *               }
                 *             }
                 *           }
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["InstallationCreatedMessage"];
            };
        };
        responses: {
            /** @description Accepted. Any other status is repeated. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onInstallationUpdatedMessage: {
        parameters: {
            query?: never;
            header: {
                /** @description ID of the message, the same for every attempt. */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description Time of the attempt, in seconds since 1970. */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description Signatures of `id.timestamp.body`, separated by spaces. */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "notificationType": "installation.updated",
                 *       "data": {
                 *         "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                 *         "provider": "salesforce",
                 *         "integrationId": "int_01jz5q0f8kf3bvw9s2m6t4x7ra",
                 *         "integrationName": "crm",
                 *         "installationId": "inst_01jz5q0f8kf3bvw9s2m6t4x7ra",
                 *         "connectionId": "conn_01jz5q0f8kf3bvw9s2m6t4x7ra",
                 *         "groupRef": "globex",
                 *         "groupName": "globex",
                 *         "consumerRef": "hank",
                 *         "consumerName": "hank",
                 *         "config": {
                 *           "id": "conf_01jz5q0f8kf3bvw9s2m6t4x7ra",
                 *           "revisionId": "rev_01jz5q0f8kf3bvw9s2m6t4x7ra",
                 *           "createTime": "2026-01-15T09:30:00.000Z",
                 *           "createdBy": "api-key:key_01jz5q0f8kf3bvw9s2m6t4x7ra",
                 *           "content": {
                 *             "read": {
                 *               "objects": {
                 *                 "Contact": {
                 *                   "selectedFields": {
                 *                     "Title": true
                 *                   }
                 *                 }
                 *               }
                 *             },
                 *             "write": {
                 *               "objects": {
                 *                 "Contact": {
                 *                   "objectName": "Contact"
                 *                 }
                 *               }
                 *             }
                 *           }
                 *         },
                 *         "lastConfig": {
                 *           "id": "conf_01jz5q0f8kf3bvw9s2m6t4x7ra",
                 *           "revisionId": "rev_01jz5q0f8kf3bvw9s2m6t4x7ra",
                 *           "createTime": "2026-01-15T09:30:00.000Z",
                 *           "createdBy": "api:create-installation",
                 *           "content": {
                 *             "read": {
                 *               "objects": {
                 *                 "Contact": {}
                 *               }
                 *             },
                 *             "write": {
                 *               "objects": {
                 *                 "Contact": {
                 *                   "objectName": "Contact"
                 *                 }
                 *               }
                 *             }
                 *           }
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["InstallationUpdatedMessage"];
            };
        };
        responses: {
            /** @description Accepted. Any other status is repeated. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onInstallationDeletedMessage: {
        parameters: {
            query?: never;
            header: {
                /** @description ID of the message, the same for every attempt. */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description Time of the attempt, in seconds since 1970. */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description Signatures of `id.timestamp.body`, separated by spaces. */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "notificationType": "installation.deleted",
                 *       "data": {
                 *         "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                 *         "provider": "salesforce",
                 *         "integrationId": "int_01jz5q0f8kf3bvw9s2m6t4x7ra",
                 *         "integrationName": "crm",
                 *         "installationId": "inst_01jz5q0f8kf3bvw9s2m6t4x7ra",
                 *         "connectionId": "conn_01jz5q0f8kf3bvw9s2m6t4x7ra",
                 *         "groupRef": "globex",
                 *         "groupName": "globex",
                 *         "consumerRef": "hank",
                 *         "consumerName": "hank",
                 *         "config": {
                 *           "id": "conf_01jz5q0f8kf3bvw9s2m6t4x7ra",
                 *           "revisionId": "rev_01jz5q0f8kf3bvw9s2m6t4x7ra",
                 *           "createTime": "2026-01-15T09:30:00.000Z",
                 *           "createdBy": "api-key:key_01jz5q0f8kf3bvw9s2m6t4x7ra",
                 *           "content": {
                 *             "read": {
                 *               "objects": {
                 *                 "Contact": {
                 *                   "selectedFields": {
                 *                     "Title": true
                 *                   }
                 *                 }
                 *               }
                 *             },
                 *             "write": {
                 *               "objects": {
                 *                 "Contact": {
                 *                   "objectName": "Contact"
                 *                 }
                 *               }
                 *             }
                 *           }
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["InstallationDeletedMessage"];
            };
        };
        responses: {
            /** @description Accepted. Any other status is repeated. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onReadSchedulePausedMessage: {
        parameters: {
            query?: never;
            header: {
                /** @description ID of the message, the same for every attempt. */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description Time of the attempt, in seconds since 1970. */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description Signatures of `id.timestamp.body`, separated by spaces. */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "notificationType": "read.schedule.paused",
                 *       "data": {
                 *         "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                 *         "provider": "salesforce",
                 *         "integrationId": "int_01jz5q0f8kf3bvw9s2m6t4x7ra",
                 *         "integrationName": "crm",
                 *         "installationId": "inst_01jz5q0f8kf3bvw9s2m6t4x7ra",
                 *         "connectionId": "conn_01jz5q0f8kf3bvw9s2m6t4x7ra",
                 *         "groupRef": "globex",
                 *         "groupName": "globex",
                 *         "consumerRef": "hank",
                 *         "consumerName": "hank",
                 *         "objectName": "contact",
                 *         "rawObjectName": "Contact",
                 *         "mappedObjectName": "contact",
                 *         "config": {
                 *           "id": "conf_01jz5q0f8kf3bvw9s2m6t4x7ra",
                 *           "revisionId": "rev_01jz5q0f8kf3bvw9s2m6t4x7ra",
                 *           "createTime": "2026-01-15T09:30:00.000Z",
                 *           "createdBy": "api-key:key_01jz5q0f8kf3bvw9s2m6t4x7ra",
                 *           "content": {
                 *             "read": {
                 *               "objects": {
                 *                 "Contact": {
                 *                   "selectedFields": {
                 *                     "Title": true
                 *                   }
                 *                 }
                 *               }
                 *             },
                 *             "write": {
                 *               "objects": {
                 *                 "Contact": {
                 *                   "objectName": "Contact"
                 *                 }
                 *               }
                 *             }
                 *           }
                 *         },
                 *         "error": "Paused on request."
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ReadSchedulePausedMessage"];
            };
        };
        responses: {
            /** @description Accepted. Any other status is repeated. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onReadBackfillDoneMessage: {
        parameters: {
            query?: never;
            header: {
                /** @description ID of the message, the same for every attempt. */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description Time of the attempt, in seconds since 1970. */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description Signatures of `id.timestamp.body`, separated by spaces. */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "notificationType": "read.backfill.done",
                 *       "data": {
                 *         "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                 *         "provider": "salesforce",
                 *         "integrationId": "int_01jz5q0f8kf3bvw9s2m6t4x7ra",
                 *         "integrationName": "crm",
                 *         "installationId": "inst_01jz5q0f8kf3bvw9s2m6t4x7ra",
                 *         "connectionId": "conn_01jz5q0f8kf3bvw9s2m6t4x7ra",
                 *         "groupRef": "globex",
                 *         "groupName": "globex",
                 *         "consumerRef": "hank",
                 *         "consumerName": "hank",
                 *         "objectName": "contact",
                 *         "rawObjectName": "Contact",
                 *         "mappedObjectName": "contact",
                 *         "operationId": "op_01jz5q0f8kf3bvw9s2m6t4x7ra"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ReadBackfillDoneMessage"];
            };
        };
        responses: {
            /** @description Accepted. Any other status is repeated. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onReadTriggeredDoneMessage: {
        parameters: {
            query?: never;
            header: {
                /** @description ID of the message, the same for every attempt. */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description Time of the attempt, in seconds since 1970. */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description Signatures of `id.timestamp.body`, separated by spaces. */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "notificationType": "read.triggered.done",
                 *       "data": {
                 *         "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                 *         "provider": "salesforce",
                 *         "integrationId": "int_01jz5q0f8kf3bvw9s2m6t4x7ra",
                 *         "integrationName": "crm",
                 *         "installationId": "inst_01jz5q0f8kf3bvw9s2m6t4x7ra",
                 *         "connectionId": "conn_01jz5q0f8kf3bvw9s2m6t4x7ra",
                 *         "groupRef": "globex",
                 *         "groupName": "globex",
                 *         "consumerRef": "hank",
                 *         "consumerName": "hank",
                 *         "objectName": "contact",
                 *         "rawObjectName": "Contact",
                 *         "mappedObjectName": "contact",
                 *         "operationId": "op_01jz5q0f8kf3bvw9s2m6t4x7ra",
                 *         "fromTimestamp": "2026-01-15T09:30:00.000Z",
                 *         "untilTimestamp": "2026-01-15T10:30:00.000Z"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ReadTriggeredDoneMessage"];
            };
        };
        responses: {
            /** @description Accepted. Any other status is repeated. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onReadTriggeredErrorMessage: {
        parameters: {
            query?: never;
            header: {
                /** @description ID of the message, the same for every attempt. */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description Time of the attempt, in seconds since 1970. */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description Signatures of `id.timestamp.body`, separated by spaces. */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "notificationType": "read.triggered.error",
                 *       "data": {
                 *         "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                 *         "provider": "salesforce",
                 *         "integrationId": "int_01jz5q0f8kf3bvw9s2m6t4x7ra",
                 *         "integrationName": "crm",
                 *         "installationId": "inst_01jz5q0f8kf3bvw9s2m6t4x7ra",
                 *         "connectionId": "conn_01jz5q0f8kf3bvw9s2m6t4x7ra",
                 *         "groupRef": "globex",
                 *         "groupName": "globex",
                 *         "consumerRef": "hank",
                 *         "consumerName": "hank",
                 *         "objectName": "contact",
                 *         "rawObjectName": "Contact",
                 *         "mappedObjectName": "contact",
                 *         "operationId": "op_01jz5q0f8kf3bvw9s2m6t4x7ra",
                 *         "fromTimestamp": "2026-01-15T09:30:00.000Z",
                 *         "untilTimestamp": "2026-01-15T10:30:00.000Z",
                 *         "error": "Field 'Title' was not found or is not accessible on object 'Contact'. This usually means either the field name is incorrect (custom field names must end in '__c'), or the connected Salesforce user lacks field-level visibility for this field."
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ReadTriggeredErrorMessage"];
            };
        };
        responses: {
            /** @description Accepted. Any other status is repeated. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onWriteAsyncDoneMessage: {
        parameters: {
            query?: never;
            header: {
                /** @description ID of the message, the same for every attempt. */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description Time of the attempt, in seconds since 1970. */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description Signatures of `id.timestamp.body`, separated by spaces. */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "notificationType": "write.async.done",
                 *       "data": {
                 *         "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                 *         "provider": "salesforce",
                 *         "integrationId": "int_01jz5q0f8kf3bvw9s2m6t4x7ra",
                 *         "integrationName": "crm",
                 *         "installationId": "inst_01jz5q0f8kf3bvw9s2m6t4x7ra",
                 *         "connectionId": "conn_01jz5q0f8kf3bvw9s2m6t4x7ra",
                 *         "groupRef": "globex",
                 *         "groupName": "globex",
                 *         "consumerRef": "hank",
                 *         "consumerName": "hank",
                 *         "objectName": "contact",
                 *         "rawObjectName": "Contact",
                 *         "mappedObjectName": "contact",
                 *         "operationId": "op_01jz5q0f8kf3bvw9s2m6t4x7ra",
                 *         "success": false,
                 *         "successfulRecordIds": [
                 *           "003xx000004TmiQAAS"
                 *         ],
                 *         "errors": [
                 *           "Required fields are missing: [LastName]"
                 *         ],
                 *         "results": [
                 *           {
                 *             "index": 0,
                 *             "success": true,
                 *             "recordId": "003xx000004TmiQAAS",
                 *             "errors": []
                 *           },
                 *           {
                 *             "index": 1,
                 *             "success": false,
                 *             "errors": [
                 *               {
                 *                 "field": "LastName",
                 *                 "reason": "Required fields are missing: [LastName]"
                 *               }
                 *             ]
                 *           }
                 *         ]
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["WriteAsyncDoneMessage"];
            };
        };
        responses: {
            /** @description Accepted. Any other status is repeated. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onSubscribeCreateErrorMessage: {
        parameters: {
            query?: never;
            header: {
                /** @description ID of the message, the same for every attempt. */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description Time of the attempt, in seconds since 1970. */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description Signatures of `id.timestamp.body`, separated by spaces. */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "notificationType": "subscribe.create.error",
                 *       "data": {
                 *         "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                 *         "provider": "salesforce",
                 *         "integrationId": "int_01jz5q0f8kf3bvw9s2m6t4x7ra",
                 *         "integrationName": "odd",
                 *         "installationId": "inst_01jz5q0f8kf3bvw9s2m6t4x7ra",
                 *         "connectionId": "conn_01jz5q0f8kf3bvw9s2m6t4x7ra",
                 *         "groupRef": "globex",
                 *         "groupName": "globex",
                 *         "consumerRef": "hank",
                 *         "consumerName": "hank",
                 *         "objectName": "Nothing",
                 *         "rawObjectName": "Nothing",
                 *         "operationId": "op_01jz5q0f8kf3bvw9s2m6t4x7ra",
                 *         "error": "Salesforce has no object Nothing, or the connected user cannot see it."
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["SubscribeCreateErrorMessage"];
            };
        };
        responses: {
            /** @description Accepted. Any other status is repeated. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onDestinationWebhookDisabledMessage: {
        parameters: {
            query?: never;
            header: {
                /** @description ID of the message, the same for every attempt. */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description Time of the attempt, in seconds since 1970. */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description Signatures of `id.timestamp.body`, separated by spaces. */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "notificationType": "destination.webhook.disabled",
                 *       "data": {
                 *         "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                 *         "destinationId": "dest_01jz5q0f8kf3bvw9s2m6t4x7ra",
                 *         "destinationName": "gone",
                 *         "url": "https://api.acme.example/"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["DestinationWebhookDisabledMessage"];
            };
        };
        responses: {
            /** @description Accepted. Any other status is repeated. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onReadMessage: {
        parameters: {
            query?: never;
            header: {
                /** @description ID of the message, the same for every attempt. */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description Time of the attempt, in seconds since 1970. */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description Signatures of `id.timestamp.body`, separated by spaces. */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "action": "read",
                 *       "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                 *       "provider": "salesforce",
                 *       "groupRef": "globex",
                 *       "groupName": "globex",
                 *       "consumerRef": "hank",
                 *       "consumerName": "hank",
                 *       "installationId": "inst_01jz5q0f8kf3bvw9s2m6t4x7ra",
                 *       "installationUpdateTime": "2026-01-15T09:30:00.000Z",
                 *       "objectName": "contact",
                 *       "rawObjectName": "Contact",
                 *       "mappedObjectName": "contact",
                 *       "workspace": "https://globex.my.salesforce.com",
                 *       "operationId": "op_01jz5q0f8kf3bvw9s2m6t4x7ra",
                 *       "operationTime": "2026-01-15T09:30:00.000Z",
                 *       "readType": "backfill",
                 *       "resultInfo": {
                 *         "type": "inline",
                 *         "numRecords": 1
                 *       },
                 *       "result": [
                 *         {
                 *           "fields": {
                 *             "LastName": "Graham"
                 *           },
                 *           "raw": {
                 *             "attributes": {
                 *               "type": "Contact",
                 *               "url": "/services/data/v60.0/sobjects/Contact/003xx000004TmiQAAS"
                 *             },
                 *             "Id": "003xx000004TmiQAAS",
                 *             "SystemModstamp": "2026-01-15T09:30:00.000Z",
                 *             "LastName": "Graham",
                 *             "Email": "vera.graham.1@coralwind-media.example"
                 *           },
                 *           "mappedFields": {
                 *             "email": "vera.graham.1@coralwind-media.example"
                 *           }
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["ReadMessage"];
            };
        };
        responses: {
            /** @description Accepted. Any other status is repeated. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onSubscribeMessage: {
        parameters: {
            query?: never;
            header: {
                /** @description ID of the message, the same for every attempt. */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description Time of the attempt, in seconds since 1970. */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description Signatures of `id.timestamp.body`, separated by spaces. */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "action": "subscribe",
                 *       "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                 *       "provider": "salesforce",
                 *       "groupRef": "globex",
                 *       "groupName": "globex",
                 *       "consumerRef": "hank",
                 *       "consumerName": "hank",
                 *       "installationId": "inst_01jz5q0f8kf3bvw9s2m6t4x7ra",
                 *       "installationUpdateTime": "2026-01-15T09:30:00.000Z",
                 *       "objectName": "contact",
                 *       "rawObjectName": "Contact",
                 *       "mappedObjectName": "contact",
                 *       "workspace": "https://globex.my.salesforce.com",
                 *       "resultInfo": {
                 *         "type": "inline",
                 *         "numRecords": 1
                 *       },
                 *       "result": [
                 *         {
                 *           "fields": {
                 *             "LastName": "Lind",
                 *             "Title": null
                 *           },
                 *           "raw": {
                 *             "Id": "003xx000004TmiQAAS",
                 *             "attributes": {
                 *               "type": "Contact",
                 *               "url": "/services/data/v60.0/sobjects/Contact/003xx000004TmiQAAS"
                 *             },
                 *             "SystemModstamp": "2026-01-15T09:30:00.000Z",
                 *             "LastName": "Lind",
                 *             "Title": null,
                 *             "Email": "lind@globex.example"
                 *           },
                 *           "mappedFields": {
                 *             "email": "lind@globex.example"
                 *           },
                 *           "subscribeEventType": "create",
                 *           "providerEventType": "CREATE",
                 *           "id": "003xx000004TmiQAAS",
                 *           "rawEvent": {
                 *             "schema": "dffQ2QLzDNHqwB8_sHMxdA",
                 *             "payload": {
                 *               "ChangeEventHeader": {
                 *                 "entityName": "Contact",
                 *                 "recordIds": [
                 *                   "003xx000004TmiQAAS"
                 *                 ],
                 *                 "changeType": "CREATE",
                 *                 "changeOrigin": "com/salesforce/api/rest/60.0",
                 *                 "transactionKey": "0001f7a3-2b1c-4d5e-8f90-a1b2c3d4e5f6",
                 *                 "sequenceNumber": 1,
                 *                 "commitTimestamp": 1768469400000,
                 *                 "commitNumber": 1737000000001,
                 *                 "commitUser": "005xx000004TmiQAAS",
                 *                 "nulledFields": [],
                 *                 "diffFields": [],
                 *                 "changedFields": []
                 *               },
                 *               "IsDeleted": false,
                 *               "HasOptedOutOfEmail": false,
                 *               "OwnerId": "005xx000004TmiQAAS",
                 *               "Email": "lind@globex.example",
                 *               "LastName": "Lind",
                 *               "CreatedDate": "2026-01-15T09:30:00.000Z",
                 *               "CreatedById": "005xx000004TmiQAAS",
                 *               "LastModifiedDate": "2026-01-15T09:30:00.000Z",
                 *               "LastModifiedById": "005xx000004TmiQAAS"
                 *             },
                 *             "event": {
                 *               "replayId": 42
                 *             }
                 *           }
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["SubscribeMessage"];
            };
        };
        responses: {
            /** @description Accepted. Any other status is repeated. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onSchemaWatchMessage: {
        parameters: {
            query?: never;
            header: {
                /** @description ID of the message, the same for every attempt. */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description Time of the attempt, in seconds since 1970. */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description Signatures of `id.timestamp.body`, separated by spaces. */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "action": "schema.watch",
                 *       "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                 *       "provider": "salesforce",
                 *       "groupRef": "globex",
                 *       "groupName": "globex",
                 *       "consumerRef": "hank",
                 *       "consumerName": "hank",
                 *       "installationId": "inst_01jz5q0f8kf3bvw9s2m6t4x7ra",
                 *       "installationUpdateTime": "2026-01-15T09:30:00.000Z",
                 *       "objectName": "contact",
                 *       "rawObjectName": "Contact",
                 *       "mappedObjectName": "contact",
                 *       "workspace": "https://globex.my.salesforce.com",
                 *       "resultInfo": {
                 *         "type": "inline",
                 *         "numRecords": 2
                 *       },
                 *       "result": {
                 *         "createdFields": [
                 *           {
                 *             "fieldName": "Title",
                 *             "displayName": "Title",
                 *             "valueType": "string",
                 *             "providerType": "string",
                 *             "readOnly": false,
                 *             "isCustom": false,
                 *             "isRequired": false
                 *           },
                 *           {
                 *             "fieldName": "Level__c",
                 *             "displayName": "Level",
                 *             "valueType": "string",
                 *             "providerType": "string",
                 *             "readOnly": false,
                 *             "isCustom": true,
                 *             "isRequired": false
                 *           }
                 *         ]
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["SchemaWatchMessage"];
            };
        };
        responses: {
            /** @description Accepted. Any other status is repeated. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
