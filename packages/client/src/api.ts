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
         * @description May be called by a builder with the permission `api-key:read`; an API key of scope `full`.
         */
        get: operations["listApiKeys"];
        put?: never;
        /**
         * Create an API key
         * @description May be called by a builder with the permission `api-key:write`; an API key of scope `full`.
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
         * @description May be called by a builder with the permission `api-key:read`; an API key of scope `full`.
         */
        get: operations["getApiKey"];
        put?: never;
        post?: never;
        /**
         * Delete an API key
         * @description May be called by a builder with the permission `api-key:write`; an API key of scope `full`.
         */
        delete: operations["deleteApiKey"];
        options?: never;
        head?: never;
        /**
         * Rename, bind, deactivate or activate an API key
         * @description May be called by a builder with the permission `api-key:write`; an API key of scope `full`.
         */
        patch: operations["updateApiKey"];
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
         * Find who claimed a domain
         * @description Answers for the domain of the caller’s own email and for their organizations only.
         *
         *     May be called by a builder.
         */
        get: operations["checkClaimedDomain"];
        put?: never;
        /**
         * Claim a domain for an organization
         * @description Takes a domain, an email address or a URL. Proven by the owner’s own verified email in that domain, or by a DNS TXT record `platform-domain-claim=<org id>`.
         *
         *     May be called by a builder.
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
         * List the domains that an organization claimed
         * @description May be called by a builder with the permission `org:read`.
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
         * Connect by a scheme of the provider’s own
         * @description For providers whose `authType` is `custom`. Takes the steps that the provider asks for, such as to sign in for a token, and replies the `connection`; where a page of the provider’s is among them, it replies a `redirect` and the flow goes on there. Its outcome is told by the connect session, and by this operation with `sessionId`.
         *
         *     May be called by a builder with the permission `connection:write`; an API key of scope `full`; an API key of scope `frontend`; an end user, by a token that the builder signed.
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
         * Start connecting by OAuth
         * @description Replies the URL to open, usually in a popup: it leads to the provider, and its flow is the one of the browser that opens it. The `X-Connect-Session` header names the connect session, whose outcome can be polled.
         *
         *     May be called by a builder with the permission `connection:write`; an API key of scope `full`; an API key of scope `frontend`; an end user, by a token that the builder signed.
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
         * Get the outcome of connecting
         * @description May be called by a builder with the permission `connection:read`; an API key of scope `full`; an API key of scope `frontend`; an end user, by a token that the builder signed.
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
         * @description May be called by a builder with the permission `connection:read`; an API key of scope `full`; an API key of scope `frontend`; an end user, by a token that the builder signed.
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
         * @description `includeCreds` and `includeRefreshToken` need the scope `full` or a builder with the permission `connection:write`.
         *
         *     May be called by a builder with the permission `connection:read`; an API key of scope `full`; an API key of scope `frontend`; an end user, by a token that the builder signed.
         */
        get: operations["getConnection"];
        put?: never;
        post?: never;
        /**
         * Delete a connection
         * @description Refused while an installation uses it.
         *
         *     May be called by a builder with the permission `connection:write`; an API key of scope `full`; an API key of scope `frontend`; an end user, by a token that the builder signed.
         */
        delete: operations["deleteConnection"];
        options?: never;
        head?: never;
        /**
         * Update credentials or metadata of a connection
         * @description Credentials stay with the hosts that they were given for: a change of the address of the account needs new ones in the same call. What token replies tell cannot be written. New credentials are tried at the provider before they are saved, as by `connections:generate`.
         *
         *     May be called by a builder with the permission `connection:write`; an API key of scope `full`; an API key of scope `frontend`; an end user, by a token that the builder signed.
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
         * List how the tokens of a connection were renewed
         * @description Of the last 30 days, newest first.
         *
         *     May be called by a builder with the permission `connection:read`; an API key of scope `full`.
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
         * Try what a file says of a provider with the provider itself
         * @description The file is that of the connection’s provider, and its API where this server knows it to be: credentials go nowhere else. Nothing is written unless `record` is given.
         *
         *     May be called by a builder with the permission `connection:write`; an API key of scope `full`.
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
         * Start authenticating a connection again
         * @description The end user signs in to the account that is connected. With `changeAccount` it may be another one: what was read is then read anew. Where credentials are typed, ask with `linkHours`: the URL is a page of the platform’s that takes new ones, tries them at the provider and saves them once it accepts them, as an update of the connection does.
         *
         *     May be called by a builder with the permission `connection:write`; an API key of scope `full`; an API key of scope `frontend`; an end user, by a token that the builder signed.
         */
        patch: operations["oauthUpdate"];
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
         * @description For credentials that need no browser, and for tokens imported from elsewhere. What is typed is tried at the provider before it is saved: refused, nothing is saved; where the provider does not answer, or has no call that tells, it is saved and its `health` is `unconfirmed`.
         *
         *     May be called by a builder with the permission `connection:write`; an API key of scope `full`; an API key of scope `frontend`; an end user, by a token that the builder signed.
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
         * @description May be called by a builder with the permission `notification:read`; an API key of scope `full`.
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
         * @description May be called by a builder with the permission `notification:read`; an API key of scope `full`.
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
         * List the attempts of a delivery, the newest first
         * @description May be called by a builder with the permission `notification:read`; an API key of scope `full`.
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
         * Make a delivery again, now
         * @description May be called by a builder with the permission `notification:write`; an API key of scope `full`.
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
         * Make many deliveries again
         * @description Those that failed, unless `status` says otherwise, with their original IDs. `dryRun` only counts.
         *
         *     May be called by a builder with the permission `notification:write`; an API key of scope `full`.
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
         * Count deliveries by the hour
         * @description Every hour of a time, the oldest first: how its attempts ended, how many records they carried and how long they took. What a process that is killed did in its last second is not counted.
         *
         *     May be called by a builder with the permission `notification:read`; an API key of scope `full`.
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
         * Send a test event and answer the attempt
         * @description May be called by a builder with the permission `notification:write`; an API key of scope `full`.
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
         * List events and where they went
         * @description May be called by a builder with the permission `notification:read`; an API key of scope `full`.
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
         * Get an event, what it said and where it went
         * @description May be called by a builder with the permission `notification:read`; an API key of scope `full`.
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
    "/v1/projects/{projectIdOrName}/replays": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List replays
         * @description May be called by a builder with the permission `notification:read`; an API key of scope `full`.
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
         * Get the progress of a replay
         * @description May be called by a builder with the permission `notification:read`; an API key of scope `full`.
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
         * @description May be called by a builder with the permission `notification:write`; an API key of scope `full`.
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
         * List what was sent about customers, by the month
         * @description The newest month first. Counted while messages are sent, and kept for two years; erased with the customer. Customers about whom nothing was sent in a month are not in it.
         *
         *     May be called by a builder with the permission `notification:read`; an API key of scope `full`.
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
    "/v1/projects/{projectIdOrName}/usage.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download what was sent about customers, by the month
         * @description A file for spreadsheets: the fields of `Usage` by their names. What would be a formula there begins with an apostrophe. Counted while messages are sent, and kept for two years; erased with the customer. Customers about whom nothing was sent in a month are not in it.
         *
         *     May be called by a builder with the permission `notification:read`; an API key of scope `full`.
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
         * @description May be called by a builder with the permission `installation:read`; an API key of scope `full`; an API key of scope `frontend`; an end user, by a token that the builder signed.
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
         * @description May be called by a builder with the permission `installation:read`; an API key of scope `full`; an API key of scope `frontend`; an end user, by a token that the builder signed.
         */
        get: operations["listInstallations"];
        put?: never;
        /**
         * Install an integration for a group
         * @description Reads one record of each scheduled object first and refuses when the provider does so for good: it does not know a selected field, or the connected user lacks a permission or scope; `skipSampling` leaves that out. Starts the backfills.
         *
         *     May be called by a builder with the permission `installation:write`; an API key of scope `full`; an API key of scope `frontend`; an end user, by a token that the builder signed.
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
         * @description May be called by a builder with the permission `installation:read`; an API key of scope `full`; an API key of scope `frontend`; an end user, by a token that the builder signed.
         */
        get: operations["getInstallation"];
        put?: never;
        post?: never;
        /**
         * Uninstall
         * @description Stops everything; deletes the connection too when nothing else uses it.
         *
         *     May be called by a builder with the permission `installation:write`; an API key of scope `full`; an API key of scope `frontend`; an end user, by a token that the builder signed.
         */
        delete: operations["deleteInstallation"];
        options?: never;
        head?: never;
        /**
         * Change the configuration or connection of an installation
         * @description May be called by a builder with the permission `installation:write`; an API key of scope `full`; an API key of scope `frontend`; an end user, by a token that the builder signed.
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
         * See what happened to an installation
         * @description Newest first: how it was connected and configured, what ran, what paused, and what was deployed meanwhile, as far back as each is kept.
         *
         *     May be called by a builder with the permission `installation:read`; an API key of scope `full`.
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
         * Change the choices of one object
         * @description Carries the changes out in their order, all or none. Everything else of the configuration stays as it is by then, whoever changes it at the same time.
         *
         *     May be called by a builder with the permission `installation:write`; an API key of scope `full`; an API key of scope `frontend`; an end user, by a token that the builder signed.
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
         * @description May be called by a builder with the permission `integration:read`; an API key of scope `full`; an API key of scope `frontend`; an end user, by a token that the builder signed.
         */
        get: operations["listIntegrations"];
        put?: never;
        /**
         * Create an integration from its definition
         * @description May be called by a builder with the permission `integration:write`; an API key of scope `full`.
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
         * @description May be called by a builder with the permission `integration:read`; an API key of scope `full`; an API key of scope `frontend`; an end user, by a token that the builder signed.
         */
        get: operations["getIntegration"];
        put?: never;
        post?: never;
        /**
         * Delete an integration
         * @description Refused while it is installed, unless `force` uninstalls it: each customer’s is told by `installation.deleted`, and the header `Platform-Uninstalled` says how many there were.
         *
         *     May be called by a builder with the permission `integration:write`; an API key of scope `full`.
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
         * Try a change of platform.yaml on a live record
         * @description Reads one record through the installation’s connection and answers it as it is received now and as it would be received once this `platform.yaml` was deployed. Deploys and delivers nothing, and stores nothing of the record; the audit log keeps who looked, and at whose.
         *
         *     May be called by a builder with the permission `integration:write`; an API key of scope `full`.
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
         * @description May be called by a builder with the permission `integration:read`; an API key of scope `full`.
         */
        get: operations["listRevisions"];
        put?: never;
        /**
         * Deploy one integration of platform.yaml
         * @description Answers the latest revision: a new one where the integration differs from the one before. Others that the file names stay as they are.
         *
         *     May be called by a builder with the permission `integration:write`; an API key of scope `full`.
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
         * Compare a revision with another
         * @description May be called by a builder with the permission `integration:read`; an API key of scope `full`.
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
         * Get a revision with the live fields of a connection
         * @description May be called by a builder with the permission `integration:read`; an API key of scope `full`; an API key of scope `frontend`; an end user, by a token that the builder signed.
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
         * Go back to an earlier revision
         * @description Deploys what the revision says as a new one.
         *
         *     May be called by a builder with the permission `integration:write`; an API key of scope `full`.
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
         * @description Creates what is new and gives each integration that changed a new immutable revision. Integrations that the file does not name stay as they are. `validateOnly` changes nothing and answers what would change, and for whom.
         *
         *     May be called by a builder with the permission `integration:write`; an API key of scope `full`.
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
         * Accept the invites to an email address
         * @description The address must be the caller’s own, verified one.
         *
         *     May be called by a builder.
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
         * @description May be called by a builder with the permission `org:read`.
         */
        get: operations["listOrgInvites"];
        put?: never;
        /**
         * Invite somebody by email
         * @description May be called by a builder with the permission `org:owner`.
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
         * @description May be called by a builder with the permission `org:read`.
         */
        get: operations["getOrgInvite"];
        put?: never;
        post?: never;
        /**
         * Revoke an invite
         * @description May be called by a builder with the permission `org:owner`.
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
         * @description May be called by a builder with the permission `jwt-key:read`; an API key of scope `full`.
         */
        get: operations["listJWTKeys"];
        put?: never;
        /**
         * Register a public key for the tokens of end users
         * @description Give the public key as PEM or as JWK. The reply names the `kid` to sign with.
         *
         *     May be called by a builder with the permission `jwt-key:write`; an API key of scope `full`.
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
         * @description May be called by a builder with the permission `jwt-key:read`; an API key of scope `full`.
         */
        get: operations["getJWTKey"];
        put?: never;
        post?: never;
        /**
         * Delete a JWT key
         * @description Refused while it is active and tokens that it signed were shown in the last seven days. Deactivate it first, which can be taken back, or repeat with `force`.
         *
         *     May be called by a builder with the permission `jwt-key:write`; an API key of scope `full`.
         */
        delete: operations["deleteJWTKey"];
        options?: never;
        head?: never;
        /**
         * Rename, deactivate or activate a JWT key
         * @description May be called by a builder with the permission `jwt-key:write`; an API key of scope `full`.
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
         * @description May be called by a builder with the permission `notification:read`; an API key of scope `full`.
         */
        get: operations["listDestinations"];
        put?: never;
        /**
         * Create a destination
         * @description May be called by a builder with the permission `notification:write`; an API key of scope `full`.
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
         * @description By its ID or name. `includeSecrets` shows the signing key; `rotate` makes a new one first, and messages carry both signatures for 24 hours. Both need the permission `notification:write`.
         *
         *     May be called by a builder with the permission `notification:read`; an API key of scope `full`.
         */
        get: operations["getDestination"];
        put?: never;
        post?: never;
        /**
         * Delete a destination and its routes
         * @description Refused while installations read into it, what is deployed names it or deliveries to it are pending, unless forced. What is read into it is paused then, told by `read.schedule.paused`, until there is a destination of its name again; changes that are subscribed to are kept meanwhile. The headers `Platform-Paused-Installations` and `Platform-Cancelled-Deliveries` say how many there were.
         *
         *     May be called by a builder with the permission `notification:write`; an API key of scope `full`.
         */
        delete: operations["deleteDestination"];
        options?: never;
        head?: never;
        /**
         * Update, disable or enable a destination
         * @description With `disabled: false` a disabled destination receives again, what was held first, oldest first.
         *
         *     May be called by a builder with the permission `notification:write`; an API key of scope `full`.
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
         * @description May be called by a builder with the permission `notification:read`; an API key of scope `full`.
         */
        get: operations["listEventTopicRoutes"];
        put?: never;
        /**
         * Send an event type to a topic
         * @description May be called by a builder with the permission `notification:write`; an API key of scope `full`.
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
         * @description May be called by a builder with the permission `notification:read`; an API key of scope `full`.
         */
        get: operations["getEventTopicRoute"];
        put?: never;
        post?: never;
        /**
         * Delete a route from an event type to a topic
         * @description May be called by a builder with the permission `notification:write`; an API key of scope `full`.
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
         * @description May be called by a builder with the permission `notification:read`; an API key of scope `full`.
         */
        get: operations["listTopicDestinationRoutes"];
        put?: never;
        /**
         * Deliver a topic's notifications to a destination
         * @description May be called by a builder with the permission `notification:write`; an API key of scope `full`.
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
         * @description May be called by a builder with the permission `notification:read`; an API key of scope `full`.
         */
        get: operations["getTopicDestinationRoute"];
        put?: never;
        post?: never;
        /**
         * Delete a route from a topic to a destination
         * @description May be called by a builder with the permission `notification:write`; an API key of scope `full`.
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
         * @description May be called by a builder with the permission `notification:read`; an API key of scope `full`.
         */
        get: operations["listTopics"];
        put?: never;
        /**
         * Create a topic
         * @description May be called by a builder with the permission `notification:write`; an API key of scope `full`.
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
         * @description May be called by a builder with the permission `notification:read`; an API key of scope `full`.
         */
        get: operations["getTopic"];
        put?: never;
        post?: never;
        /**
         * Delete a topic and its routes
         * @description Deliveries that were routed through it already are still made: the header `Platform-Cancelled-Deliveries` says 0.
         *
         *     May be called by a builder with the permission `notification:write`; an API key of scope `full`.
         */
        delete: operations["deleteTopic"];
        options?: never;
        head?: never;
        /**
         * Rename a topic
         * @description May be called by a builder with the permission `notification:write`; an API key of scope `full`.
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
         * List the custom fields that were applied for an installation
         * @description May be called by a builder with the permission `installation:read`; an API key of scope `full`.
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
         * @description Fields that are there already are brought into line and nothing is deleted; applying the same again changes nothing. While it runs, the installation’s operations show its progress.
         *
         *     May be called by a builder with the permission `installation:write`; an API key of scope `full`.
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
         * Get an object's fields as an installation sees them
         * @description May be called by a builder with the permission `installation:read`; an API key of scope `full`; an API key of scope `frontend`; an end user, by a token that the builder signed.
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
         * Look at some records of an object
         * @description Reads up to three records with these fields through the group’s connection, so that a person who maps fields sees what stands in them. Nothing of it is stored; the audit log records which builder or key looked, and at which group’s object. Refused to keys of scope `frontend`, which are public.
         *
         *     May be called by a builder with the permission `connection:write`; an API key of scope `full`; an end user, by a token that the builder signed.
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
         * @description The same before anything is installed.
         *
         *     May be called by a builder with the permission `connection:write`; an API key of scope `full`.
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
         * Get an object's fields as a connection sees them
         * @description May be called by a builder with the permission `connection:read`; an API key of scope `full`; an API key of scope `frontend`; an end user, by a token that the builder signed.
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
         * See how many records were read in the last days
         * @description The last seven days by the clock of UTC, by the day on which a read began.
         *
         *     May be called by a builder with the permission `installation:read`; an API key of scope `full`; an API key of scope `frontend`; an end user, by a token that the builder signed.
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
         * @description May be called by a builder with the permission `installation:read`; an API key of scope `full`; an API key of scope `frontend`; an end user, by a token that the builder signed.
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
         * @description May be called by a builder with the permission `installation:read`; an API key of scope `full`.
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
         * @description May be called by a builder with the permission `installation:read`; an API key of scope `full`.
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
         * @description May be called by a builder with the permission `installation:read`; an API key of scope `full`.
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
         * @description May be called by a builder with the permission `installation:read`; an API key of scope `full`.
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
         * @description May be called by a builder with the permission `installation:read`; an API key of scope `full`.
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
         * @description Reads only: a write goes on at the provider whatever is said here. A running read ends at its next page. After a cancelled backfill, scheduled reads go on with what has changed since it began.
         *
         *     May be called by a builder with the permission `installation:write`; an API key of scope `full`.
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
         * Get who the caller is
         * @description May be called by a builder.
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
         * Create an organization, owned by the caller
         * @description The caller must have confirmed their email address.
         *
         *     May be called by a builder.
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
         * @description May be called by a builder with the permission `org:read`.
         */
        get: operations["getOrg"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update an organization
         * @description May be called by a builder with the permission `org:owner`.
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
         * List every change made in an organization
         * @description Newest first: changes by operations, end users who connected a provider (`connectProvider`), and members who signed in (`signIn`), failed to (`signInFailed`) or changed how they do.
         *
         *     May be called by a builder with the permission `org:owner`.
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
         * @description May be called by a builder with the permission `org:read`.
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
         * @description An owner may add anybody. Others may add only themselves, when the organization has claimed the domain of their verified email.
         *
         *     May be called by a builder.
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
         * @description May be called by a builder with the permission `org:read`.
         */
        get: operations["getMembership"];
        put?: never;
        post?: never;
        /**
         * Remove a member
         * @description Owners remove anybody, everybody may leave; the last owner stays.
         *
         *     May be called by a builder with the permission `org:read`.
         */
        delete: operations["removeMembership"];
        options?: never;
        head?: never;
        /**
         * Change the role of a member
         * @description The last owner stays one.
         *
         *     May be called by a builder with the permission `org:owner`.
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
         * List the consumers who have connected something
         * @description May be called by a builder with the permission `connection:read`; an API key of scope `full`.
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
         * Erase a consumer and all that is stored about them
         * @description Deletes the connections, the installations that read through them and the events about them, and answers how many; what those left for download goes with them. No event tells of it, as that would store the references again. The audit log keeps who changed what, and sealed replies to an `Idempotency-Key` go within 24 hours.
         *
         *     May be called by a builder with the permission `connection:delete`; an API key of scope `full`.
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
         * List the groups that have connected something
         * @description May be called by a builder with the permission `connection:read`; an API key of scope `full`.
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
         * Erase a group and all that is stored about it
         * @description Deletes the connections, the installations that read through them and the events about them, and answers how many; what those left for download goes with them. No event tells of it, as that would store the references again. The audit log keeps who changed what, and sealed replies to an `Idempotency-Key` go within 24 hours.
         *
         *     May be called by a builder with the permission `connection:delete`; an API key of scope `full`.
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
         * @description A builder sees those of their organizations; an API key sees its own.
         *
         *     May be called by a builder; an API key of scope `full`.
         */
        get: operations["listProjects"];
        put?: never;
        /**
         * Create a project
         * @description May be called by a builder.
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
         * @description May be called by a builder with the permission `project:read`; an API key of scope `full`; an API key of scope `frontend`; an end user, by a token that the builder signed.
         */
        get: operations["getProject"];
        put?: never;
        post?: never;
        /**
         * Delete a project and everything in it
         * @description Refused while it has installations, unless forced.
         *
         *     May be called by a builder with the permission `org:owner`.
         */
        delete: operations["deleteProject"];
        options?: never;
        head?: never;
        /**
         * Update a project
         * @description Links by the ID keep working when the name changes.
         *
         *     May be called by a builder with the permission `project:write`; an API key of scope `full`.
         */
        patch: operations["updateProject"];
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
         * Find what belongs to an ID, and customers, destinations and integrations by their name
         * @description What has the ID in the text, which may be in quotes, among words or in capitals: of a revision its integration, of a configuration its installation, of a log line its operation, of a route its topic. Connections of the person with this reference. And the first groups whose reference or name has the text in it, whatever its case; one of exactly this reference comes first; then the first destinations and integrations whose name has it.
         *
         *     May be called by a builder with the permission `installation:read`; an API key of scope `full`.
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
    "/v1/projects/{projectIdOrName}/provider-apps": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List provider apps
         * @description May be called by a builder with the permission `provider-app:read`; an API key of scope `full`.
         */
        get: operations["listProviderApps"];
        put?: never;
        /**
         * Add the OAuth client for a provider
         * @description Register it with the provider first, with `<address of this server>/callbacks/v1/oauth` as redirect URI; the dashboard shows it to copy.
         *
         *     May be called by a builder with the permission `provider-app:write`; an API key of scope `full`.
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
         * @description May be called by a builder with the permission `provider-app:read`; an API key of scope `full`.
         */
        get: operations["getProviderApp"];
        put?: never;
        post?: never;
        /**
         * Delete a provider app
         * @description Refused while connections were made with it, unless `force` stops them: their tokens can be renewed with this OAuth client only. Each is told by `connection.error`, what reads through it is paused, and the header `Platform-Stopped-Connections` says how many there were. They go on when the app is added again, or when the customer connects anew.
         *
         *     May be called by a builder with the permission `provider-app:write`; an API key of scope `full`.
         */
        delete: operations["deleteProviderApp"];
        options?: never;
        head?: never;
        /**
         * Update a provider app
         * @description May be called by a builder with the permission `provider-app:write`; an API key of scope `full`.
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
         * List the catalogue of providers
         * @description Entries that the operator added or changed are shown whole to builders and full keys. Front-end keys and end users get what the forms of the embedded UI ask for, and anybody the name, the logo and the modules: addresses and templates are empty strings there.
         *
         *     Needs no credential; one that is sent is verified.
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
         * Get one provider of the catalogue
         * @description Entries that the operator added or changed are shown whole to builders and full keys. Front-end keys and end users get what the forms of the embedded UI ask for, and anybody the name, the logo and the modules: addresses and templates are empty strings there.
         *
         *     Needs no credential; one that is sent is verified.
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
         * Get the objects that the catalogue knows of a provider
         * @description What is known without asking anybody. Of Salesforce and HubSpot, whose objects an account tells, there are none here. Objects of an entry that the operator added or changed are shown to builders and full keys only.
         *
         *     Needs no credential; one that is sent is verified.
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
         * @description All objects, or the named ones. A running read ends at its next page; a backfill keeps its place and goes on from there when it is resumed.
         *
         *     May be called by a builder with the permission `installation:write`; an API key of scope `full`; an API key of scope `frontend`; an end user, by a token that the builder signed.
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
         * @description All objects, or the named ones. What they missed is read at once. What the integration declares no more stays paused until it is declared again.
         *
         *     May be called by a builder with the permission `installation:write`; an API key of scope `full`; an API key of scope `frontend`; an end user, by a token that the builder signed.
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
         * Read an object now
         * @description May be called by a builder with the permission `read:trigger`; an API key of scope `full`.
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
         * Deliver results that are held
         * @description For objects whose `delivery.mode` is `onRequest`: sends the oldest pages that are held to the object’s destination.
         *
         *     May be called by a builder with the permission `read:trigger`; an API key of scope `full`.
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
         * Search a provider for records by equality
         * @description Returns one page of an installed object’s records, with the fields that its configuration reads. Refused to the role `member`. The audit log records who searched, and which group’s object.
         *
         *     May be called by a builder with the permission `record:read`; an API key of scope `full`.
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
         * @description With an `Idempotency-Key` a repeated request writes nothing again and answers what the first one did. The reply to an asynchronous write names its operation only; `write.async.done` tells the outcome.
         *
         *     May be called by a builder with the permission `record:write`; an API key of scope `full`.
         */
        post: operations["writeRecords"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description A credential for a server or for the UI library. */
        ApiKey: {
            /**
             * @description Identifies it. Opaque; records of one kind sort by it as they were created.
             * @example key_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            id: string;
            /**
             * @description The key itself: only in the reply that creates it, never again.
             * @example plat_full_…
             */
            key?: string;
            /**
             * @description Its kind and last characters: enough to tell it from others.
             * @example plat_full_…x7Qa
             */
            maskedKey: string;
            /**
             * @description What people call it, such as where it is used.
             * @example Production
             */
            label: string;
            /** @description One scope: `full` for servers; `frontend` for what the UI library needs, never secrets. */
            scopes: string[];
            /**
             * @description The project that it belongs to, by its ID.
             * @example proj_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            projectId: string;
            /** @description The only origins whose pages may use it; those of the project where there are none. */
            allowedOrigins: string[];
            /** @description Whether it is accepted; a key that is not can be activated again. */
            active: boolean;
            /**
             * Format: date-time
             * @description From when it is refused; never without it.
             */
            expireTime?: string;
            /**
             * Format: date-time
             * @description When it was last used; noted about once a minute.
             */
            lastUseTime?: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createTime: string;
            /**
             * Format: date-time
             * @description When it was last changed; missing until then.
             */
            updateTime?: string;
        };
        /** @description How a provider takes API keys. */
        ApiKeyOpts: {
            /**
             * @description Whether `header` or `query` tells where calls carry the key.
             * @enum {string}
             */
            attachmentType: "query" | "header";
            /** @description The query parameter that carries the key. */
            query?: {
                /** @description The parameter’s name, such as `api_key`. */
                name: string;
            };
            /** @description The header that carries the key. */
            header?: {
                /** @description The header’s name, such as `X-Api-Key`. */
                name: string;
                /** @description What stands before the key, with its blank, such as `Bearer `. */
                valuePrefix?: string;
            };
            /** @description A page of the provider’s that says where to find the key. */
            docsURL?: string;
        };
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
        /** @description What a reference leads to. */
        AssociationDefinition: {
            /** @description What kind of relation it is, such as `lookup`. */
            associationType: string;
            /** @description The object that is referred to. */
            targetObject: string;
            /** @description The field there that is referred by; `Id` when absent. */
            targetField?: string;
            /** @description How many there may be on either side, such as `one-to-one`. */
            cardinality?: string;
            /** @description What becomes of it with its target: `setNull`, `restrict` or `cascade`. */
            onDelete?: string;
            /** @description Whether every record must refer to one. */
            required?: boolean;
            /** @description What the relation is called from the other side. */
            reverseLookupFieldName?: string;
            /** @description The relation’s names for people. */
            labels?: components["schemas"]["AssociationLabels"];
        };
        /** @description Names of a relation for people. */
        AssociationLabels: {
            /** @description For one of them, such as `Owner`. */
            singular?: string;
            /** @description For several, such as `Owners`. */
            plural?: string;
        };
        /** @description One try to deliver a message. */
        Attempt: {
            /** @description Which attempt of its delivery it was, from 1. */
            number: number;
            /**
             * Format: date-time
             * @description When it was sent.
             */
            time: string;
            /** @description How long it took, in milliseconds. */
            durationMs: number;
            /** @description Whether the destination took the message. */
            succeeded: boolean;
            /** @description Why it failed; missing when it succeeded. */
            error?: {
                /** @description At which step it went wrong. */
                class: components["schemas"]["AttemptFailure"];
                /** @description What happened, in a sentence. */
                detail: string;
            };
            /** @description What was sent, but for the message itself; missing when nothing was. */
            request?: {
                /** @description Where it was sent: a URL, a stream or an object. */
                url: string;
                /** @description Its headers; the values of your own ones are masked. */
                headers: {
                    [key: string]: string;
                };
            };
            /** @description What came back; missing when nothing did. */
            response?: {
                /** @description The HTTP status that the receiver answered. */
                status: number;
                /** @description Headers of the reply, as far as they fit into 2 KB. */
                headers: {
                    [key: string]: string;
                };
                /** @description The first 1024 bytes of the reply. */
                body: string;
            };
        };
        /**
         * @description What went wrong with an attempt: on the way (`timeout`, `connection`, `tls`), in the reply (`redirect`, `status`, `refused`), or before it was sent (`address-refused`, `misconfigured`).
         * @enum {string}
         */
        AttemptFailure: "timeout" | "connection" | "tls" | "address-refused" | "redirect" | "status" | "refused" | "misconfigured";
        /** @description One change: who made it, to what, when and from where. */
        AuditRecord: {
            /**
             * @description Identifies it. Opaque; records of one kind sort by it as they were created.
             * @example aud_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            id: string;
            /**
             * Format: date-time
             * @description When the change was made.
             */
            time: string;
            /** @description The organization it was made in; missing where it is about a person only. */
            orgId?: string;
            /** @description The project it was made in; missing where it is about none. */
            projectId?: string;
            /** @description Who made the change. */
            actor: {
                /** @description Who it is: `builder`, `api-key`, `consumer` or `nobody`. */
                kind: string;
                /** @description Identifies who acted: a builder, an API key, a consumer, or an address. */
                id: string;
                /**
                 * @description What people call them: an address, or the label of a key.
                 * @example Production
                 */
                label?: string;
            };
            /**
             * @description The ID of the operation, or what happened without one, such as `signIn`.
             * @example updateProject
             */
            action: string;
            /**
             * @description The path of what was changed, without the parameters of the query.
             * @example /v1/projects/acme-crm
             */
            target: string;
            /**
             * @description Identifies the request in the server’s log; the `X-Request-Id` header tells it too.
             * @example req_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            requestId: string;
            /**
             * @description Where the request came from; missing for what the server did by itself.
             * @example 203.0.113.7
             */
            ip?: string;
            /**
             * @description What the client called itself; missing where it said nothing.
             * @example platform-client/1.0
             */
            userAgent?: string;
            /** @description The record as it was, without secrets; missing for what was created. */
            before?: unknown;
            /** @description The record as it became, without secrets; missing for what was deleted. */
            after?: unknown;
        };
        /** @description Credentials for AWS. They are never read again. */
        AwsCredentials: {
            /** @description The access key ID; without it the role of the server counts, where it may. */
            awsKeyId?: string;
            /** @description The secret access key, which belongs to `awsKeyId`. */
            awsSecretKey?: string;
            /** @description With temporary credentials: their token. */
            awsSessionToken?: string;
        };
        /** @description What of the past is read. */
        BackfillConfig: {
            /** @description How far back it reads, in place of what the manifest says. */
            defaultPeriod: components["schemas"]["DefaultPeriod"];
            /** @description Only records that meet all of these, in place of those of the object. */
            fieldFilters?: components["schemas"]["ReadFilter"][];
        };
        /** @description How far a backfill is. */
        BackfillProgress: {
            /**
             * @description The installation that is filled.
             * @example inst_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            installationId: string;
            /**
             * @description What the provider calls the object, such as `Contact`.
             * @example Contact
             */
            objectName: string;
            /**
             * @description The operation that fills it, whose log tells more.
             * @example op_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            operationId: string;
            /** @description How many records it has read so far. */
            recordsProcessed: number;
            /** @description How many there are, as far as the provider tells. */
            recordsEstimatedTotal?: number;
            /** @description How much of it is done; missing where no total is known. */
            percent?: number;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createTime: string;
            /**
             * Format: date-time
             * @description When the last page was read; missing before the first.
             */
            updateTime?: string;
        };
        /** @description How a provider takes HTTP Basic authentication. */
        BasicAuthOpts: {
            /** @description The customer has an API key, which is sent in place of user name and password. */
            apiKeyAsBasic?: boolean;
            /** @description How the key becomes a user name and a password. */
            apiKeyAsBasicOpts?: {
                /**
                 * @description Which of the two the key is; the other is empty. The user name without it.
                 * @enum {string}
                 */
                fieldUsed?: "username" | "password";
                /** @description Both at once, before the encoding, such as `{{key}}:X`. */
                keyFormat?: string;
            };
            /** @description A page of the provider’s that says where to find the credentials. */
            docsURL?: string;
        };
        /** @description A person who builds with the platform. */
        Builder: {
            /**
             * @description Identifies it. Opaque; records of one kind sort by it as they were created.
             * @example bld_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            id: string;
            /**
             * @description Who vouches for the person: `platform`, or the issuer of a token.
             * @example platform
             */
            idpProvider: string;
            /** @description What the identity provider calls the person; unique there. */
            idpRef: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createTime: string;
            /**
             * @description Missing until the person or the identity provider has told it.
             * @example Ana
             */
            firstName?: string;
            /**
             * @description Missing until the person or the identity provider has told it.
             * @example Lind
             */
            lastName?: string;
            /**
             * @description What screens show; missing until it is told.
             * @example Ana Lind
             */
            fullName?: string;
            /**
             * @description Where mails to the person go.
             * @example ana@acme.example
             */
            primaryEmail?: string;
            /**
             * @description In lists of an organization: the role there.
             * @enum {string}
             */
            role?: "owner" | "admin" | "member";
        };
        /** @description Who the caller is, and what they may do where. */
        BuilderInfo: {
            /** @description Who is calling. */
            builder: components["schemas"]["Builder"];
            /** @description What the caller may do in each project, by the project’s ID. */
            projectRoles: {
                [key: string]: {
                    /** @description `owner`, `admin` or `member`. */
                    role: string;
                    /**
                     * @description Whether the role is the builder’s own or that of a team they are in.
                     * @enum {string}
                     */
                    principalType: "team" | "builder";
                    /** @description The builder or team that holds the role. */
                    principalId: string;
                    /** @description The project that the role is for. */
                    project: components["schemas"]["Project"];
                };
            };
            /** @description The role in the organization that was joined first; missing until one is. */
            orgRole?: {
                /** @description `owner`, `admin` or `member`. */
                role: string;
                /**
                 * @description Whether the role is the builder’s own or that of a team they are in.
                 * @enum {string}
                 */
                principalType: "team" | "builder";
                /** @description The builder or team that holds the role. */
                principalId: string;
                /** @description The organization that the role is for. */
                org: components["schemas"]["Org"];
            };
            /** @description The role in each organization that the caller is a member of. */
            orgRoles?: {
                /** @description `owner`, `admin` or `member`. */
                role: string;
                /**
                 * @description Whether the role is the builder’s own or that of a team they are in.
                 * @enum {string}
                 */
                principalType: "team" | "builder";
                /** @description The builder or team that holds the role. */
                principalId: string;
                /** @description The organization that the role is for. */
                org: components["schemas"]["Org"];
            }[];
            /** @description Organizations whose invites to the caller’s verified email are pending. */
            invitedOrgs?: components["schemas"]["Org"][];
            /** @description Organizations that have claimed the domain of the caller’s verified email. */
            joinableOrgs?: components["schemas"]["Org"][];
        };
        /** @description Every provider, by name. */
        CatalogType: {
            [key: string]: components["schemas"]["ProviderInfo"];
        };
        /** @description A domain that an organization has claimed. */
        ClaimedDomainResponse: {
            /** @description Identifies the record. Opaque; it sorts by creation. */
            id: string;
            /** @description Always `org`. */
            parentType: string;
            /** @description The organization that has claimed it. */
            parentId: string;
            /**
             * @description What stands behind the `@` of addresses, in lower case.
             * @example acme.example
             */
            domain: string;
        };
        /** @description What an end user chose, at one time. */
        Config: {
            /**
             * @description Identifies it. Opaque; records of one kind sort by it as they were created.
             * @example conf_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            id: string;
            /**
             * @description The revision of the integration that it was chosen from.
             * @example rev_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            revisionId: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createTime: string;
            /**
             * @description Who saved it: an ID, or what the client called itself.
             * @example api:create-installation
             */
            createdBy: string;
            /** @description The choices themselves. */
            content: components["schemas"]["ConfigContent"];
        };
        /** @description What an end user chose. Objects are keyed by their provider’s name. */
        ConfigContent: {
            /**
             * @description The provider’s name again, for clients that send it; the integration decides.
             * @example salesforce
             */
            provider?: string;
            /** @description Which objects are read, with which fields. */
            read?: {
                /** @description The choices for each object; those that are not here are not read. */
                objects: {
                    [key: string]: components["schemas"]["ReadConfigObject"];
                };
            };
            /** @description Which objects may be written, and with which defaults. */
            write?: {
                /** @description The choices for each object, where there are any. */
                objects?: {
                    [key: string]: components["schemas"]["WriteConfigObject"];
                };
            };
            /** @description Which changes are sent on. */
            subscribe?: {
                /** @description The choices for each object. */
                objects: {
                    [key: string]: components["schemas"]["SubscribeConfigObject"];
                };
            };
            /** @description Whether your server may call the provider as the customer. */
            proxy?: {
                /** @description `false` refuses such calls although the manifest lets them through. */
                enabled?: boolean;
            };
        };
        /** @description An end user on the way to connect a provider. */
        ConnectSession: {
            /**
             * @description Identifies it. Opaque; records of one kind sort by it as they were created.
             * @example csn_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            id: string;
            /**
             * @description `pending` until the end user comes back, `expired` when nobody did in time.
             * @enum {string}
             */
            status: "pending" | "succeeded" | "failed" | "expired";
            /**
             * @description The provider’s name in the catalogue, such as `salesforce`.
             * @example salesforce
             */
            provider: string;
            /**
             * @description What was connected; only once it `succeeded`.
             * @example conn_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            connectionId?: string;
            /** @description Why it `failed`, in words for the end user. */
            error?: string;
            /** @description The same in a word: `access_denied` when the end user said no, `other_account` when they signed in to another account than the connected one, or what else the provider calls it. */
            errorCode?: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createTime: string;
            /**
             * Format: date-time
             * @description Until when the end user may come back.
             */
            expireTime: string;
        };
        /** @description A customer’s credentials at a provider. */
        Connection: {
            /**
             * @description Identifies it. Opaque; records of one kind sort by it as they were created.
             * @example conn_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            id: string;
            /**
             * @description The project that it belongs to, by its ID.
             * @example proj_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            projectId: string;
            /**
             * @description The provider’s name in the catalogue, such as `salesforce`.
             * @example salesforce
             */
            provider: string;
            /** @description The OAuth client that its tokens were issued to; missing where none is needed or known. */
            providerApp?: components["schemas"]["ProviderApp"];
            /** @description The customer whose account it is. */
            group: components["schemas"]["Group"];
            /** @description The end user who connected it. */
            consumer: components["schemas"]["Consumer"];
            /**
             * @description The customer’s workspace at the provider, such as the subdomain in its URLs. Missing where the provider has none.
             * @example globex
             */
            providerWorkspaceRef?: string;
            /** @description What the provider calls the person who connected; missing where it does not say. */
            providerConsumerRef?: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createTime: string;
            /**
             * Format: date-time
             * @description When it was last changed; missing until then.
             */
            updateTime?: string;
            /**
             * @description How calls are authenticated; `oauth2/…` tells the grant.
             * @enum {string}
             */
            authScheme: "none" | "apiKey" | "basic" | "custom" | "oauth2/authorizationCode" | "oauth2/authorizationCodePKCE" | "oauth2/clientCredentials" | "oauth2/password";
            /**
             * @description `created` until the provider has taken its credentials once, `working` since then, `bad_credentials` once the provider refused them.
             * @enum {string}
             */
            status: "created" | "working" | "bad_credentials";
            /**
             * Format: date-time
             * @description When its access token ends; it is renewed before. Missing where nobody says.
             */
            tokenExpireTime?: string;
            /** @description How it fares: what `status`, `refusal` and `refreshFailure` amount to. */
            health: components["schemas"]["Health"];
            /** @description Its tokens; only with `includeCreds`. */
            oauth2AuthorizationCode?: components["schemas"]["Oauth2AuthorizationCode"];
            /** @description The API key at the provider; only with `includeCreds`. */
            apiKey?: string;
            /** @description What else is known of the account, from the end user, the token reply or the provider. */
            providerMetadata?: components["schemas"]["ProviderMetadata"];
            /** @description Why its tokens could not be renewed; absent while they can. */
            refreshFailure?: components["schemas"]["RefreshFailure"];
            /** @description That the provider refuses its credentials; absent while it takes them. */
            refusal?: components["schemas"]["Refusal"];
        };
        /** @description That tokens were renewed, or could not be. */
        ConnectionRefresh: {
            /**
             * @description Identifies it. Opaque; records of one kind sort by it as they were created.
             * @example ref_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            id: string;
            /**
             * Format: date-time
             * @description When it was tried.
             */
            time: string;
            /**
             * @description `renewed`: the provider gave new tokens; `failed`: it did not.
             * @enum {string}
             */
            outcome: "renewed" | "failed";
            /**
             * @description Why it failed; missing where it did not.
             * @enum {string}
             */
            kind?: "outage" | "oauthClient" | "grant";
            /** @description What the provider answered; likewise. */
            detail?: string;
        };
        /** @description An end user of yours, who connects providers for a group. */
        Consumer: {
            /**
             * @description The reference under which your product first named the end user.
             * @example user-42
             */
            consumerRef: string;
            /**
             * @description What people read; the reference where no name was given.
             * @example Hank Scorpio
             */
            consumerName: string;
            /** @description The project that it belongs to, by its ID. */
            projectId: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createTime: string;
            /**
             * Format: date-time
             * @description When it was last changed; missing until then.
             */
            updateTime?: string;
        };
        /** @description What to connect, for whom and with what; or the flow that was begun. */
        CustomAuthConnectRequest: {
            /**
             * @description The project that the connection is of, by its ID or its name.
             * @example acme-crm
             */
            projectIdOrName: string;
            /**
             * @description The provider to connect, by its name in the catalogue. Not with `sessionId`.
             * @example salesforce
             */
            provider?: string;
            /**
             * @description Your own reference to a customer: a company, team or workspace.
             * @example customer-7
             */
            groupRef?: string;
            /**
             * @description The customer’s name, for people to read; stays as it was when left out.
             * @example Globex
             */
            groupName?: string;
            /**
             * @description Your own reference to an end user.
             * @example user-42
             */
            consumerRef?: string;
            /**
             * @description The end user’s name, for people to read; stays as it was when left out.
             * @example Hank Scorpio
             */
            consumerName?: string;
            /** @description Values of the catalogue’s `metadata.input`, by name. */
            providerMetadata?: components["schemas"]["ProviderMetadata"];
            /**
             * @description The provider app, where the catalogue has `providerInputs`; the project’s default one for the provider without it.
             * @example papp_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            providerAppId?: string;
            /** @description A value for each of the catalogue’s `customOpts.inputs`, by name. */
            customAuth?: {
                [key: string]: unknown;
            };
            /**
             * @description Asks for the outcome of a flow that a reply before has begun.
             * @example csn_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            sessionId?: string;
            /** @description With `sessionId`, what the provider sent the browser back with. The platform had it from the browser itself, so that only its `state` counts: it must be the flow’s. */
            callbackParams?: {
                [key: string]: string;
            };
        };
        /** @description Either where to send the end user, or the connection. */
        CustomAuthConnected: {
            /** @description Present while the end user is to go there. */
            redirect?: components["schemas"]["RedirectResponse"];
            /** @description Present once it is connected. */
            connection?: components["schemas"]["Connection"];
        };
        /** @description Something that a provider’s own scheme asks for. */
        CustomAuthInput: {
            /** @description The variable that the answer fills in the `valueTemplate`s. */
            name: string;
            /** @description What the form says beside the input. */
            displayName: string;
            /** @description A sentence for the form that says what to enter. */
            prompt?: string;
            /** @description A page of the provider’s that says where to find the value. */
            docsURL?: string;
            /**
             * @description How the form asks: open text, hidden text, or a choice of `options`. Open text without it.
             * @enum {string}
             */
            fieldType?: "fieldTypeText" | "fieldTypePassword" | "fieldTypeSelect";
            /** @description What a choice offers. */
            options?: {
                /** @description What is stored when it is chosen. */
                value: string;
                /**
                 * @description What the form says for it.
                 * @example Production
                 */
                label: string;
            }[];
        };
        /** @description A provider’s own scheme of authentication. */
        CustomAuthOpts: {
            /** @description Headers that every call carries. */
            headers?: {
                /** @description The name of the header or parameter. */
                name: string;
                /** @description Its value, where `{{name}}` stands for what was entered. */
                valueTemplate: string;
            }[];
            /** @description Query parameters that every call carries. */
            queryParams?: {
                /** @description The name of the header or parameter. */
                name: string;
                /** @description Its value, where `{{name}}` stands for what was entered. */
                valueTemplate: string;
            }[];
            /** @description What the end user is asked for. */
            inputs?: components["schemas"]["CustomAuthInput"][];
            /** @description What the builder is asked for once, with the provider app. */
            providerInputs?: components["schemas"]["CustomAuthInput"][];
            /** @description Whether connecting takes several requests to the provider, one after another. */
            multiStep?: boolean;
        };
        /** @description A field that was applied, as it went the last time. */
        CustomField: {
            /**
             * @description What the provider calls the object, such as `Contact`.
             * @example Contact
             */
            objectName: string;
            /**
             * @description What the provider calls the field.
             * @example LastName
             */
            fieldName: string;
            /**
             * @description What was done, or would be.
             * @enum {string}
             */
            action: "create" | "update" | "none";
            /** @description What the provider knows of it; `providerFieldName` is what it is called there. */
            metadata?: {
                [key: string]: unknown;
            };
            /** @description What the provider cannot do or refused, in words. */
            warnings?: string[];
            /** @description What people read beside it. */
            displayName: string;
            /** @description The type that was asked for, such as `singleSelect`. */
            valueType: string;
            /** @description Why the provider refused it; missing once it is as asked. */
            error?: string;
            /**
             * Format: date-time
             * @description When it was last applied, whether or not anything was to do.
             */
            applyTime: string;
            /**
             * @description The operation that applied it last, whose log tells more.
             * @example op_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            operationId?: string;
        };
        /** @description How far back a backfill goes: exactly one of the two. */
        DefaultPeriod: {
            /** @description Records that changed in so many days before the installation. */
            days?: number;
            /** @description `true` reads every record. */
            fullHistory?: boolean;
        };
        /** @description The way of one event to one destination. */
        Delivery: {
            /**
             * @description Identifies it. Opaque; records of one kind sort by it as they were created.
             * @example dlv_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            id: string;
            /**
             * @description The project that it belongs to, by its ID.
             * @example proj_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            projectId: string;
            /**
             * @description The event that is delivered; its ID is the message’s `webhook-id`.
             * @example evt_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            eventId: string;
            /** @description What the message is about. */
            eventType: components["schemas"]["MessageType"];
            /**
             * @description Where it goes.
             * @example dest_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            destinationId: string;
            /**
             * @description The customer whom it is about.
             * @example customer-7
             */
            groupRef?: string;
            /**
             * @description The customer’s name, as it was then.
             * @example Globex
             */
            groupName?: string;
            /**
             * @description The installation that it is about.
             * @example inst_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            installationId?: string;
            /**
             * @description The operation whose records it carries.
             * @example op_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            operationId?: string;
            /**
             * @description The object that it is about.
             * @example Contact
             */
            objectName?: string;
            /** @description How many records it carries. */
            numRecords?: number;
            /** @description Only what is `failed`, `delivered` or `cancelled` can be sent again. */
            status: components["schemas"]["DeliveryStatus"];
            /** @description How often it was sent so far. */
            attempts: number;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createTime: string;
            /**
             * Format: date-time
             * @description When it is sent again; only while it is `pending` or `retrying`.
             */
            nextAttemptTime?: string;
            /**
             * Format: date-time
             * @description When it was last sent; missing before the first attempt.
             */
            lastAttemptTime?: string;
            /** @description Why the last attempt failed; missing once one succeeded. */
            lastError?: string;
        };
        /** @description How the attempts of one hour ended. */
        DeliveryHour: {
            /**
             * Format: date-time
             * @description When the hour began.
             */
            time: string;
            /** @description Attempts that the destination took the message of. */
            delivered: number;
            /** @description Attempts that it did not, and that were tried again. */
            retried: number;
            /** @description Attempts that it did not, after which the message was given up. */
            failed: number;
            /** @description Records in the messages that were taken. */
            recordsDelivered: number;
            /** @description Records in the messages that were given up. */
            recordsFailed: number;
            /** @description Half of the attempts took at most so many milliseconds, to about a fifth; missing where there was none. */
            p50Ms?: number;
            /** @description The same of 95 in 100 attempts; missing where there was none. */
            p95Ms?: number;
        };
        /**
         * @description `pending` until its first attempt, `retrying` after one that failed until it is taken or given up, `held` while its destination is disabled, `delivered` once the destination took it, `failed` after the last attempt, `cancelled` when its destination was deleted.
         * @enum {string}
         */
        DeliveryStatus: "pending" | "retrying" | "held" | "delivered" | "failed" | "cancelled";
        /** @description What a deployment has made of an integration. */
        DeployedIntegration: {
            /**
             * @description Identifies it. Opaque; records of one kind sort by it as they were created.
             * @example int_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            id: string;
            /**
             * @description The project that it belongs to, by its ID.
             * @example proj_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            projectId: string;
            /** @description As in `platform.yaml`; the UI library names it so. */
            name: string;
            /**
             * @description The provider’s name in the catalogue, such as `salesforce`.
             * @example salesforce
             */
            provider: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createTime: string;
            /**
             * Format: date-time
             * @description When it was last changed; missing until then.
             */
            updateTime?: string;
            /** @description What was deployed last; it decides what runs. */
            latestRevision: components["schemas"]["Revision"];
            /**
             * @description Whether it is new, got a new revision, or is what it was.
             * @enum {string}
             */
            change: "created" | "updated" | "unchanged";
        };
        /** @description Where messages go. */
        Destination: {
            /**
             * @description Identifies it. Opaque; records of one kind sort by it as they were created.
             * @example dest_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            id: string;
            /**
             * @description What `platform.yaml` calls it; unique in the project.
             * @example crm-webhook
             */
            name: string;
            /**
             * @description The project that it belongs to, by its ID.
             * @example proj_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            projectId: string;
            /** @description A disabled destination holds its messages until it is enabled. */
            status: components["schemas"]["DestinationStatus"];
            /** @description How it fares: `paused` once it is disabled by hand, `failing` once it is because all fails. */
            health: components["schemas"]["Health"];
            /** @description What became of what was sent to it. */
            lastDay: components["schemas"]["LastDay"];
            /** @description Which messages wait for earlier ones. */
            ordering: components["schemas"]["DestinationOrdering"];
            /** @description Why it is disabled: by hand, or what its receiver answered for days. Missing while it is enabled. */
            disabledReason?: string;
            /**
             * Format: date-time
             * @description Since when it is disabled; missing while it is enabled.
             */
            disabledTime?: string;
            /**
             * Format: date-time
             * @description Until when messages also carry the signature of the key before the last `rotate`; missing when only the present one signs.
             */
            formerKeyUntil?: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createTime: string;
            /**
             * Format: date-time
             * @description When it was last changed; missing until then.
             */
            updateTime?: string;
            /**
             * @description Where it leads; decides what `metadata` and `secrets` hold.
             * @constant
             */
            type: "webhook";
            /** @description How it is reached, and what it is sent. */
            metadata: components["schemas"]["WebhookMetadata"];
        } | {
            /**
             * @description Identifies it. Opaque; records of one kind sort by it as they were created.
             * @example dest_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            id: string;
            /**
             * @description What `platform.yaml` calls it; unique in the project.
             * @example crm-webhook
             */
            name: string;
            /**
             * @description The project that it belongs to, by its ID.
             * @example proj_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            projectId: string;
            /** @description A disabled destination holds its messages until it is enabled. */
            status: components["schemas"]["DestinationStatus"];
            /** @description How it fares: `paused` once it is disabled by hand, `failing` once it is because all fails. */
            health: components["schemas"]["Health"];
            /** @description What became of what was sent to it. */
            lastDay: components["schemas"]["LastDay"];
            /** @description Which messages wait for earlier ones. */
            ordering: components["schemas"]["DestinationOrdering"];
            /** @description Why it is disabled: by hand, or what its receiver answered for days. Missing while it is enabled. */
            disabledReason?: string;
            /**
             * Format: date-time
             * @description Since when it is disabled; missing while it is enabled.
             */
            disabledTime?: string;
            /**
             * Format: date-time
             * @description Until when messages also carry the signature of the key before the last `rotate`; missing when only the present one signs.
             */
            formerKeyUntil?: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createTime: string;
            /**
             * Format: date-time
             * @description When it was last changed; missing until then.
             */
            updateTime?: string;
            /**
             * @description Where it leads; decides what `metadata` and `secrets` hold.
             * @constant
             */
            type: "kinesis";
            /** @description How it is reached, and what it is sent. */
            metadata: components["schemas"]["KinesisMetadata"];
        } | {
            /**
             * @description Identifies it. Opaque; records of one kind sort by it as they were created.
             * @example dest_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            id: string;
            /**
             * @description What `platform.yaml` calls it; unique in the project.
             * @example crm-webhook
             */
            name: string;
            /**
             * @description The project that it belongs to, by its ID.
             * @example proj_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            projectId: string;
            /** @description A disabled destination holds its messages until it is enabled. */
            status: components["schemas"]["DestinationStatus"];
            /** @description How it fares: `paused` once it is disabled by hand, `failing` once it is because all fails. */
            health: components["schemas"]["Health"];
            /** @description What became of what was sent to it. */
            lastDay: components["schemas"]["LastDay"];
            /** @description Which messages wait for earlier ones. */
            ordering: components["schemas"]["DestinationOrdering"];
            /** @description Why it is disabled: by hand, or what its receiver answered for days. Missing while it is enabled. */
            disabledReason?: string;
            /**
             * Format: date-time
             * @description Since when it is disabled; missing while it is enabled.
             */
            disabledTime?: string;
            /**
             * Format: date-time
             * @description Until when messages also carry the signature of the key before the last `rotate`; missing when only the present one signs.
             */
            formerKeyUntil?: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createTime: string;
            /**
             * Format: date-time
             * @description When it was last changed; missing until then.
             */
            updateTime?: string;
            /**
             * @description Where it leads; decides what `metadata` and `secrets` hold.
             * @constant
             */
            type: "s3";
            /** @description How it is reached, and what it is sent. */
            metadata: components["schemas"]["S3Metadata"];
        } | {
            /**
             * @description Identifies it. Opaque; records of one kind sort by it as they were created.
             * @example dest_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            id: string;
            /**
             * @description What `platform.yaml` calls it; unique in the project.
             * @example crm-webhook
             */
            name: string;
            /**
             * @description The project that it belongs to, by its ID.
             * @example proj_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            projectId: string;
            /** @description A disabled destination holds its messages until it is enabled. */
            status: components["schemas"]["DestinationStatus"];
            /** @description How it fares: `paused` once it is disabled by hand, `failing` once it is because all fails. */
            health: components["schemas"]["Health"];
            /** @description What became of what was sent to it. */
            lastDay: components["schemas"]["LastDay"];
            /** @description Which messages wait for earlier ones. */
            ordering: components["schemas"]["DestinationOrdering"];
            /** @description Why it is disabled: by hand, or what its receiver answered for days. Missing while it is enabled. */
            disabledReason?: string;
            /**
             * Format: date-time
             * @description Since when it is disabled; missing while it is enabled.
             */
            disabledTime?: string;
            /**
             * Format: date-time
             * @description Until when messages also carry the signature of the key before the last `rotate`; missing when only the present one signs.
             */
            formerKeyUntil?: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createTime: string;
            /**
             * Format: date-time
             * @description When it was last changed; missing until then.
             */
            updateTime?: string;
            /**
             * @description Where it leads; decides what `metadata` and `secrets` hold.
             * @constant
             */
            type: "log";
            /** @description How it is reached, and what it is sent. */
            metadata: components["schemas"]["LogMetadata"];
        };
        /** @description Credentials to change; only those that the destination’s type takes can be named. */
        DestinationCredentials: {
            /** @description The access key ID; without it the role of the server counts, where it may. */
            awsKeyId?: string;
            /** @description The secret access key, which belongs to `awsKeyId`. */
            awsSecretKey?: string;
            /** @description With temporary credentials: their token. */
            awsSessionToken?: string;
            /** @description Headers that the collector asks for, such as `Authorization`. */
            headers?: components["schemas"]["WebhookHeaders"];
        };
        /** @description Settings to change; only those that the destination’s type has can be named. */
        DestinationMetadata: {
            /** @description The URL of a service that speaks like the one of AWS, in place of it. */
            endpointUrl?: string;
            /**
             * @description The severity that each line has; `info` without it.
             * @enum {string}
             */
            severity?: "debug" | "info" | "warn" | "error";
            /** @description What to add to each line, by name. */
            attributes?: {
                [key: string]: string;
            };
            /** @description How many messages are sent at once at most; fewer where the receiver takes fewer. */
            batchSize?: number;
            /** @description How many seconds a message waits for others to be sent with it. */
            maxWaitSecs?: number;
            /** @description The name of the bucket, which must exist. */
            bucket?: string;
            /** @description The region in AWS, such as `eu-west-1`. */
            region?: string;
            /** @description A template that makes the name of the object from the message, or with `batch` that of its folder, such as `join('/', [type, date, id])`. Empty segments are left out; a segment `.` or `..` becomes `_` or `__`. */
            keyTemplate?: string;
            /** @description How objects are kept, such as `STANDARD_IA`; the bucket’s default without it. */
            storageClass?: string;
            /** @description Whether objects hold many messages, one a line, compressed with gzip. */
            batch?: boolean;
            /** @description The name of the stream: letters, digits, `.`, `-` and `_`. */
            streamName?: string;
            /** @description A template that makes the partition key from the message, such as `data.groupRef`: paths, `'texts'`, `a || b` and `join('/', [a, b])`, as in JMESPath. The message’s ID without it. */
            partitionKeyTemplate?: string;
            /**
             * @description Where webhooks are sent: `https`, but in development.
             * @example https://acme.example/webhooks
             */
            url?: string;
            /** @description Headers to send with each webhook. Their values are stored sealed. */
            headers?: components["schemas"]["WebhookHeaders"];
            /** @description Whether to add `v1a` signatures, which the public key verifies. */
            ed25519?: boolean;
        };
        /**
         * @description `none`: a message that is tried again may come after later ones. `record`: what carries a later version of a record waits while an earlier one is tried again.
         * @enum {string}
         */
        DestinationOrdering: "none" | "record";
        /** @description The keys that verify the messages of a webhook. */
        DestinationSecrets: {
            /**
             * @description Verifies `v1` signatures (Standard Webhooks): keep it secret.
             * @example whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw
             */
            webhookSigningKey?: string;
            /** @description Verifies `v1a` signatures; only of a webhook with `ed25519`. */
            webhookPublicKey?: string;
        };
        /** @description The type of a destination, the settings that it has and the credentials it takes. */
        DestinationSetUp: {
            /**
             * @description Where it leads; decides what `metadata` and `secrets` hold.
             * @constant
             */
            type: "webhook";
            /** @description How it is reached, and what it is sent. */
            metadata: components["schemas"]["WebhookMetadata"];
        } | {
            /**
             * @description Where it leads; decides what `metadata` and `secrets` hold.
             * @constant
             */
            type: "kinesis";
            /** @description How it is reached, and what it is sent. */
            metadata: components["schemas"]["KinesisMetadata"];
            /** @description Sealed when they are stored, and never read again. */
            secrets?: components["schemas"]["AwsCredentials"];
        } | {
            /**
             * @description Where it leads; decides what `metadata` and `secrets` hold.
             * @constant
             */
            type: "s3";
            /** @description How it is reached, and what it is sent. */
            metadata: components["schemas"]["S3Metadata"];
            /** @description Sealed when they are stored, and never read again. */
            secrets?: components["schemas"]["AwsCredentials"];
        } | {
            /**
             * @description Where it leads; decides what `metadata` and `secrets` hold.
             * @constant
             */
            type: "log";
            /** @description How it is reached, and what it is sent. */
            metadata: components["schemas"]["LogMetadata"];
            /** @description Sealed when they are stored, and never read again. */
            secrets?: components["schemas"]["LogCredentials"];
        };
        /** @description The type of a destination, and the settings that it has. */
        DestinationSettings: {
            /**
             * @description Where it leads; decides what `metadata` and `secrets` hold.
             * @constant
             */
            type: "webhook";
            /** @description How it is reached, and what it is sent. */
            metadata: components["schemas"]["WebhookMetadata"];
        } | {
            /**
             * @description Where it leads; decides what `metadata` and `secrets` hold.
             * @constant
             */
            type: "kinesis";
            /** @description How it is reached, and what it is sent. */
            metadata: components["schemas"]["KinesisMetadata"];
        } | {
            /**
             * @description Where it leads; decides what `metadata` and `secrets` hold.
             * @constant
             */
            type: "s3";
            /** @description How it is reached, and what it is sent. */
            metadata: components["schemas"]["S3Metadata"];
        } | {
            /**
             * @description Where it leads; decides what `metadata` and `secrets` hold.
             * @constant
             */
            type: "log";
            /** @description How it is reached, and what it is sent. */
            metadata: components["schemas"]["LogMetadata"];
        };
        /**
         * @description A `disabled` destination holds its messages, until it is enabled or deleted.
         * @enum {string}
         */
        DestinationStatus: "enabled" | "disabled";
        /**
         * @description Where a destination leads.
         * @enum {string}
         */
        DestinationType: "webhook" | "kinesis" | "s3" | "log";
        /** @description A destination with the keys that verify its messages. */
        DestinationWithSecrets: {
            /**
             * @description Identifies it. Opaque; records of one kind sort by it as they were created.
             * @example dest_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            id: string;
            /**
             * @description What `platform.yaml` calls it; unique in the project.
             * @example crm-webhook
             */
            name: string;
            /**
             * @description The project that it belongs to, by its ID.
             * @example proj_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            projectId: string;
            /** @description A disabled destination holds its messages until it is enabled. */
            status: components["schemas"]["DestinationStatus"];
            /** @description How it fares: `paused` once it is disabled by hand, `failing` once it is because all fails. */
            health: components["schemas"]["Health"];
            /** @description What became of what was sent to it. */
            lastDay: components["schemas"]["LastDay"];
            /** @description Which messages wait for earlier ones. */
            ordering: components["schemas"]["DestinationOrdering"];
            /** @description Why it is disabled: by hand, or what its receiver answered for days. Missing while it is enabled. */
            disabledReason?: string;
            /**
             * Format: date-time
             * @description Since when it is disabled; missing while it is enabled.
             */
            disabledTime?: string;
            /**
             * Format: date-time
             * @description Until when messages also carry the signature of the key before the last `rotate`; missing when only the present one signs.
             */
            formerKeyUntil?: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createTime: string;
            /**
             * Format: date-time
             * @description When it was last changed; missing until then.
             */
            updateTime?: string;
            /** @description What verifies its messages; only of a webhook, and when it is asked for. */
            secrets?: components["schemas"]["DestinationSecrets"];
            /**
             * @description Where it leads; decides what `metadata` and `secrets` hold.
             * @constant
             */
            type: "webhook";
            /** @description How it is reached, and what it is sent. */
            metadata: components["schemas"]["WebhookMetadata"];
        } | {
            /**
             * @description Identifies it. Opaque; records of one kind sort by it as they were created.
             * @example dest_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            id: string;
            /**
             * @description What `platform.yaml` calls it; unique in the project.
             * @example crm-webhook
             */
            name: string;
            /**
             * @description The project that it belongs to, by its ID.
             * @example proj_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            projectId: string;
            /** @description A disabled destination holds its messages until it is enabled. */
            status: components["schemas"]["DestinationStatus"];
            /** @description How it fares: `paused` once it is disabled by hand, `failing` once it is because all fails. */
            health: components["schemas"]["Health"];
            /** @description What became of what was sent to it. */
            lastDay: components["schemas"]["LastDay"];
            /** @description Which messages wait for earlier ones. */
            ordering: components["schemas"]["DestinationOrdering"];
            /** @description Why it is disabled: by hand, or what its receiver answered for days. Missing while it is enabled. */
            disabledReason?: string;
            /**
             * Format: date-time
             * @description Since when it is disabled; missing while it is enabled.
             */
            disabledTime?: string;
            /**
             * Format: date-time
             * @description Until when messages also carry the signature of the key before the last `rotate`; missing when only the present one signs.
             */
            formerKeyUntil?: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createTime: string;
            /**
             * Format: date-time
             * @description When it was last changed; missing until then.
             */
            updateTime?: string;
            /** @description What verifies its messages; only of a webhook, and when it is asked for. */
            secrets?: components["schemas"]["DestinationSecrets"];
            /**
             * @description Where it leads; decides what `metadata` and `secrets` hold.
             * @constant
             */
            type: "kinesis";
            /** @description How it is reached, and what it is sent. */
            metadata: components["schemas"]["KinesisMetadata"];
        } | {
            /**
             * @description Identifies it. Opaque; records of one kind sort by it as they were created.
             * @example dest_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            id: string;
            /**
             * @description What `platform.yaml` calls it; unique in the project.
             * @example crm-webhook
             */
            name: string;
            /**
             * @description The project that it belongs to, by its ID.
             * @example proj_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            projectId: string;
            /** @description A disabled destination holds its messages until it is enabled. */
            status: components["schemas"]["DestinationStatus"];
            /** @description How it fares: `paused` once it is disabled by hand, `failing` once it is because all fails. */
            health: components["schemas"]["Health"];
            /** @description What became of what was sent to it. */
            lastDay: components["schemas"]["LastDay"];
            /** @description Which messages wait for earlier ones. */
            ordering: components["schemas"]["DestinationOrdering"];
            /** @description Why it is disabled: by hand, or what its receiver answered for days. Missing while it is enabled. */
            disabledReason?: string;
            /**
             * Format: date-time
             * @description Since when it is disabled; missing while it is enabled.
             */
            disabledTime?: string;
            /**
             * Format: date-time
             * @description Until when messages also carry the signature of the key before the last `rotate`; missing when only the present one signs.
             */
            formerKeyUntil?: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createTime: string;
            /**
             * Format: date-time
             * @description When it was last changed; missing until then.
             */
            updateTime?: string;
            /** @description What verifies its messages; only of a webhook, and when it is asked for. */
            secrets?: components["schemas"]["DestinationSecrets"];
            /**
             * @description Where it leads; decides what `metadata` and `secrets` hold.
             * @constant
             */
            type: "s3";
            /** @description How it is reached, and what it is sent. */
            metadata: components["schemas"]["S3Metadata"];
        } | {
            /**
             * @description Identifies it. Opaque; records of one kind sort by it as they were created.
             * @example dest_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            id: string;
            /**
             * @description What `platform.yaml` calls it; unique in the project.
             * @example crm-webhook
             */
            name: string;
            /**
             * @description The project that it belongs to, by its ID.
             * @example proj_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            projectId: string;
            /** @description A disabled destination holds its messages until it is enabled. */
            status: components["schemas"]["DestinationStatus"];
            /** @description How it fares: `paused` once it is disabled by hand, `failing` once it is because all fails. */
            health: components["schemas"]["Health"];
            /** @description What became of what was sent to it. */
            lastDay: components["schemas"]["LastDay"];
            /** @description Which messages wait for earlier ones. */
            ordering: components["schemas"]["DestinationOrdering"];
            /** @description Why it is disabled: by hand, or what its receiver answered for days. Missing while it is enabled. */
            disabledReason?: string;
            /**
             * Format: date-time
             * @description Since when it is disabled; missing while it is enabled.
             */
            disabledTime?: string;
            /**
             * Format: date-time
             * @description Until when messages also carry the signature of the key before the last `rotate`; missing when only the present one signs.
             */
            formerKeyUntil?: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createTime: string;
            /**
             * Format: date-time
             * @description When it was last changed; missing until then.
             */
            updateTime?: string;
            /** @description What verifies its messages; only of a webhook, and when it is asked for. */
            secrets?: components["schemas"]["DestinationSecrets"];
            /**
             * @description Where it leads; decides what `metadata` and `secrets` hold.
             * @constant
             */
            type: "log";
            /** @description How it is reached, and what it is sent. */
            metadata: components["schemas"]["LogMetadata"];
        };
        /** @description A field of your product that your page asks the end user to map, beside those of the manifest. */
        DynamicMappingsInputEntry: {
            /**
             * @description What your product calls the field; keys `selectedFieldMappings`.
             * @example surname
             */
            mapToName: string;
            /**
             * @description What people read in place of `mapToName`.
             * @example Surname
             */
            mapToDisplayName?: string;
            /** @description A sentence that tells the end user what the field is for. */
            prompt?: string;
            /** @description The values that your product knows, for the end user to map the provider’s to. */
            mappedValues?: {
                /** @description What messages hold in place of the provider’s value. */
                mappedValue: string;
                /** @description What the end user reads for it. */
                mappedDisplayValue: string;
            }[];
            /**
             * @description The provider’s field, where it is settled and only values are to be mapped.
             * @example LastName
             */
            fieldName?: string;
        };
        /** @description What a project may use. Every project may use all there is. */
        Entitlements: {
            /** @description Whether the UI library shows no brand of the platform’s. */
            brandingRemoval?: {
                /** @description `true` where no brand is shown. */
                value: boolean;
            };
            /** @description How long logs of operations can be looked at. */
            logRetentionDays?: {
                /** @description So many days. */
                value: number;
            };
        };
        /** @description How what a file says of an object fares at a provider. */
        EntryCheck: {
            /**
             * @description The provider’s name in the catalogue, such as `salesforce`.
             * @example salesforce
             */
            provider: string;
            /**
             * @description The object that was tried.
             * @example Contact
             */
            objectName: string;
            /** @description In the order in which they were tried. */
            findings: components["schemas"]["EntryFinding"][];
        };
        /** @description What a trial of an entry showed. */
        EntryFinding: {
            /**
             * @description What was tried.
             * @enum {string}
             */
            ability: "read" | "paging" | "changes" | "fields" | "search" | "create" | "update" | "delete";
            /**
             * @description `unproven` is what the account, or the entry, gave no occasion to see: an empty list, one page only.
             * @enum {string}
             */
            outcome: "held" | "failed" | "unproven";
            /** @description The same in a sentence, without any value of a record or of the connection. */
            detail: string;
        };
        /** @description How much was erased. */
        Erased: {
            /** @description How many were deleted; what they had read is no longer told. */
            installations: number;
            /** @description How many were deleted, with their credentials. */
            connections: number;
            /** @description How many events, with what they said and their deliveries. */
            events: number;
        };
        /** @description Something that happened in a project. */
        Event: {
            /**
             * @description Identifies it. Opaque; records of one kind sort by it as they were created.
             * @example evt_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            id: string;
            /**
             * @description The project that it belongs to, by its ID.
             * @example proj_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            projectId: string;
            /** @description What happened, or that records were read. */
            type: components["schemas"]["MessageType"];
            /**
             * @description The customer whom it is about.
             * @example customer-7
             */
            groupRef?: string;
            /**
             * @description The customer’s name, as it was then.
             * @example Globex
             */
            groupName?: string;
            /**
             * @description The installation that it is about.
             * @example inst_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            installationId?: string;
            /**
             * @description The operation whose records it carries.
             * @example op_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            operationId?: string;
            /**
             * @description The object that it is about.
             * @example Contact
             */
            objectName?: string;
            /** @description How many records it carries. */
            numRecords?: number;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createTime: string;
            /** @description Its way to each destination; none where no route led its type anywhere. */
            deliveries: components["schemas"]["Delivery"][];
        };
        /** @description An event with the message as it is sent. */
        EventWithBody: {
            /**
             * @description Identifies it. Opaque; records of one kind sort by it as they were created.
             * @example evt_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            id: string;
            /**
             * @description The project that it belongs to, by its ID.
             * @example proj_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            projectId: string;
            /** @description What happened, or that records were read. */
            type: components["schemas"]["MessageType"];
            /**
             * @description The customer whom it is about.
             * @example customer-7
             */
            groupRef?: string;
            /**
             * @description The customer’s name, as it was then.
             * @example Globex
             */
            groupName?: string;
            /**
             * @description The installation that it is about.
             * @example inst_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            installationId?: string;
            /**
             * @description The operation whose records it carries.
             * @example op_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            operationId?: string;
            /**
             * @description The object that it is about.
             * @example Contact
             */
            objectName?: string;
            /** @description How many records it carries. */
            numRecords?: number;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createTime: string;
            /** @description Its way to each destination; none where no route led its type anywhere. */
            deliveries: components["schemas"]["Delivery"][];
            /** @description The message as it is sent to every destination. */
            body: unknown;
        };
        /** @description A field as a customer’s account shall have it. */
        FieldDefinition: {
            /**
             * @description What the provider shall call it; a suffix that the provider adds, such as `__c`, is left out.
             * @example Seniority_Level
             */
            fieldName: string;
            /**
             * @description What people read beside it.
             * @example Seniority
             */
            displayName: string;
            /** @description What the field is for; shown by the provider. */
            description?: string;
            /**
             * @description `string`, `boolean`, `date`, `datetime`, `singleSelect`, `multiSelect`, `int`, `float` or `reference`.
             * @example string
             */
            valueType: string;
            /** @description Whether every record must have a value. */
            required?: boolean;
            /** @description Whether no two records may have the same value. */
            unique?: boolean;
            /** @description Whether records are looked up by it. */
            indexed?: boolean;
            /** @description More of a text or a choice. */
            stringOptions?: components["schemas"]["StringFieldOptions"];
            /** @description More of a number. */
            numericOptions?: components["schemas"]["NumericFieldOptions"];
            /** @description Which object a `reference` leads to, and how. */
            association?: components["schemas"]["AssociationDefinition"];
        };
        /** @description A field at the provider. */
        FieldMetadata: {
            /**
             * @description What the provider calls the field.
             * @example LastName
             */
            fieldName: string;
            /** @description What the provider shows people, in the account’s language. */
            displayName: string;
            /**
             * @description What its values are, in the same words for every provider; missing where that is not known.
             * @enum {string}
             */
            valueType?: "string" | "boolean" | "singleSelect" | "multiSelect" | "date" | "datetime" | "int" | "float" | "reference" | "other";
            /** @description The type in the provider’s own words, such as `picklist`. */
            providerType?: string;
            /** @description Whether the provider refuses to have it written. */
            readOnly?: boolean;
            /** @description Whether the customer has added it to their account. */
            isCustom?: boolean;
            /** @description Whether the provider refuses records without it. */
            isRequired?: boolean;
            /** @description The objects that a `reference` may lead to. */
            referenceTo?: string[];
            /** @description The options of a choice. */
            values?: {
                /** @description What records hold. */
                value: string;
                /** @description What people read for it. */
                displayValue: string;
            }[];
        };
        /** @description What became of one field. */
        FieldUpsertResult: {
            /**
             * @description What the provider calls the field.
             * @example LastName
             */
            fieldName: string;
            /**
             * @description What was done, or would be.
             * @enum {string}
             */
            action: "create" | "update" | "none";
            /** @description What the provider knows of it; `providerFieldName` is what it is called there. */
            metadata?: {
                [key: string]: unknown;
            };
            /** @description What the provider cannot do or refused, in words. */
            warnings?: string[];
        };
        /** @description Something that belongs to an ID or a name. */
        Found: {
            /**
             * @description What the text leads to: a customer, or what has this ID.
             * @enum {string}
             */
            kind: "group" | "installation" | "connection" | "operation" | "event" | "delivery" | "replay" | "destination" | "topic" | "integration" | "providerApp" | "apiKey" | "jwtKey";
            /** @description What identifies it; the reference of a `group`. */
            id: string;
            /** @description What people call it; missing where it has no name. */
            name?: string;
            /**
             * @description The customer whom it is about.
             * @example customer-7
             */
            groupRef?: string;
            /**
             * @description The integration of an `installation`.
             * @example int_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            integrationId?: string;
            /** @description How it fares: of an `installation`, a `connection` and a `destination`; of a `group` as the worst of its installations and connections, missing where it has none. */
            health?: components["schemas"]["Health"];
        };
        /** @description Whose connection it is, and credentials that you have already. */
        GenerateConnectionRequest: {
            /**
             * @description The provider’s name in the catalogue, such as `salesforce`.
             * @example salesforce
             */
            provider: string;
            /**
             * @description Your own reference to a customer: a company, team or workspace.
             * @example customer-7
             */
            groupRef: string;
            /**
             * @description The customer’s name, for people to read; stays as it was when left out.
             * @example Globex
             */
            groupName?: string;
            /**
             * @description Your own reference to an end user.
             * @example user-42
             */
            consumerRef: string;
            /**
             * @description The end user’s name, for people to read; stays as it was when left out.
             * @example Hank Scorpio
             */
            consumerName?: string;
            /**
             * @description The customer’s workspace at the provider, such as the subdomain in its URLs; needed where the catalogue’s URLs hold `{{workspace}}`.
             * @example globex
             */
            providerWorkspaceRef?: string;
            /** @description Values of the catalogue’s `metadata.input`, by name. */
            providerMetadata?: components["schemas"]["ProviderMetadata"];
            /** @description The API key that the customer has from the provider. Give exactly one kind of credentials. */
            apiKey?: string;
            /** @description For a provider with a scheme of its own: a value for each of the catalogue’s `inputs`, by name. */
            customAuth?: {
                [key: string]: unknown;
            };
            /** @description For HTTP Basic authentication. */
            basicAuth?: {
                /** @description As the provider’s documentation names it: often an email address. */
                username: string;
                /** @description Sealed when it is stored, and never in a reply. */
                password: string;
            };
            /** @description For a provider that gives each customer an OAuth client; tokens are obtained with it. */
            oauth2ClientCredentials?: {
                /**
                 * @description The client ID that the customer has from the provider.
                 * @example 3MVG9acmeClient
                 */
                clientId: string;
                /**
                 * @description The customer’s client secret. Sealed when it is stored, and never in a reply.
                 * @example a-long-secret
                 */
                clientSecret: string;
                /** @description The scopes to ask for; the provider’s default without it. */
                scopes?: string[];
            };
            /** @description For a provider that exchanges a user’s password for tokens. */
            oauth2PasswordCredentials?: {
                /** @description The name that the customer’s user signs in with. */
                username: string;
                /** @description The user’s password. Sealed when it is stored, and never in a reply. */
                password: string;
                /**
                 * @description The client ID that the customer has from the provider.
                 * @example 3MVG9acmeClient
                 */
                clientId: string;
                /**
                 * @description The customer’s client secret. Sealed when it is stored, and never in a reply.
                 * @example a-long-secret
                 */
                clientSecret: string;
                /** @description The scopes to ask for; the provider’s default without it. */
                scopes?: string[];
            };
            /** @description Tokens imported from elsewhere. They are refreshed by the project’s provider app, which must be the one they were issued to. */
            oauth2AuthorizationCode?: components["schemas"]["Oauth2AuthorizationCode"];
        };
        /** @description A customer of yours: a company, team or workspace. */
        Group: {
            /**
             * @description The reference under which your product first named the customer.
             * @example customer-7
             */
            groupRef: string;
            /**
             * @description What people read; the reference where no name was given.
             * @example Globex
             */
            groupName: string;
            /** @description The project that it belongs to, by its ID. */
            projectId: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createTime: string;
            /**
             * Format: date-time
             * @description When it was last changed; missing until then.
             */
            updateTime?: string;
        };
        /** @description How something fares: the same wherever it is shown. */
        Health: {
            /**
             * @description `retrying` for the first 15 minutes of what fails and is tried again, `failing` after them or once nothing is tried any more, `needs_sign_in` until the end user signs in at the provider again, `paused` until that is ended, `unconfirmed` until the provider has taken the credentials once; where it was away, they are tried by themselves, the next time at `retryTime`. `limited` while reads are on hold because the provider’s limit of calls in a day is used up, until `retryTime`. Listed from the best to the worst.
             * @enum {string}
             */
            state: "healthy" | "unconfirmed" | "retrying" | "limited" | "paused" | "failing" | "needs_sign_in";
            /**
             * Format: date-time
             * @description Since when it is so; missing while it is `healthy`, and where nobody knows.
             */
            since?: string;
            /** @description Why, in a sentence, often the provider’s or receiver’s; missing as `since` is. */
            reason?: string;
            /**
             * Format: date-time
             * @description When it is tried again by itself; missing where that is not planned.
             */
            retryTime?: string;
        };
        /** @description A field of the manifest, with what the provider says of it. */
        HydratedIntegrationField: {
            /**
             * @description What the provider calls the field.
             * @example LastName
             */
            fieldName: string;
            /** @description What the provider calls the field for people, as the customer’s account has it. */
            displayName: string;
            /**
             * @description What your product calls the field.
             * @example surname
             */
            mapToName?: string;
            /**
             * @description What people read in place of `mapToName`.
             * @example Surname
             */
            mapToDisplayName?: string;
        } | {
            /**
             * @description What your product calls the field.
             * @example surname
             */
            mapToName: string;
            /**
             * @description What people read in place of `mapToName`.
             * @example Surname
             */
            mapToDisplayName?: string;
            /** @description The provider’s field that is suggested. */
            default?: string;
            /** @description A sentence that tells the end user what the field is for. */
            prompt?: string;
        };
        /** @description An object of the manifest, with what the provider says of it. */
        HydratedIntegrationObject: {
            /** @description Why the provider did not tell its fields; they are missing then. */
            error?: string;
            /**
             * @description What the provider calls the object, such as `Contact`.
             * @example Contact
             */
            objectName: string;
            /** @description What the provider calls the object for people. */
            displayName: string;
            /**
             * @description What your product calls the object.
             * @example surname
             */
            mapToName?: string;
            /**
             * @description What people read in place of `mapToName`.
             * @example Surname
             */
            mapToDisplayName?: string;
            /**
             * @description The name of the destination that records are sent to.
             * @example crm-webhook
             */
            destination?: string;
            /**
             * @description When to read, as cron of five fields in UTC, at least 10 minutes apart, such as `0 *\/6 * * *`. Only when asked without it.
             * @example *\/30 * * * *
             */
            schedule?: string;
            /** @description Fields that are always read, with those that the end user must map. */
            requiredFields?: components["schemas"]["HydratedIntegrationField"][];
            /** @description Fields that the end user may choose. */
            optionalFields?: components["schemas"]["HydratedIntegrationField"][];
            /**
             * @description `all`: the end user may choose every field of `allFields`.
             * @constant
             */
            optionalFieldsAuto?: "all";
            /** @description What the provider says of each field that the account has, by its name. */
            allFieldsMetadata?: {
                [key: string]: components["schemas"]["FieldMetadata"];
            };
            /** @description Every field that the account has, for clients that offer them as a list. */
            allFields?: components["schemas"]["HydratedIntegrationField"][];
            /** @description What of the past is read first; nothing without it. */
            backfill?: {
                /** @description Exactly one of the two. */
                defaultPeriod: {
                    /** @description Records that changed in so many days before the installation. */
                    days?: number;
                    /** @description `true` reads every record. */
                    fullHistory?: boolean;
                };
            };
        };
        /** @description A revision, completed with what the customer’s account at the provider says of its objects and fields. */
        HydratedRevision: {
            /**
             * @description Identifies it. Opaque; records of one kind sort by it as they were created.
             * @example rev_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            id: string;
            /**
             * @description The version of the format of `platform.yaml`.
             * @example 1.0.0
             */
            specVersion: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createTime: string;
            /** @description What was declared, completed. */
            content: {
                /** @description The integration’s name in `platform.yaml`. */
                name: string;
                /** @description What end users read; the name without it. */
                displayName?: string;
                /** @description The provider’s module; its default one without it. */
                module?: string;
                /**
                 * @description The provider’s name in the catalogue, such as `salesforce`.
                 * @example salesforce
                 */
                provider: string;
                /** @description What is read from the provider. */
                read?: {
                    /** @description One entry for each object, in the order of the file. */
                    objects?: components["schemas"]["HydratedIntegrationObject"][];
                };
                /** @description What may be written to the provider. */
                write?: {
                    /** @description One entry for each object, in the order of the file. */
                    objects?: {
                        /**
                         * @description What the provider calls the object, such as `Contact`.
                         * @example Contact
                         */
                        objectName: string;
                        /** @description What the provider calls the object for people. */
                        displayName: string;
                        /** @description Which fields end users may give defaults. */
                        valueDefaults?: {
                            /** @description `true` lets them do so for every field. */
                            allowAnyFields?: boolean;
                        };
                    }[];
                };
                /** @description Whether your server may call the provider as the customer. */
                proxy?: {
                    /** @description `true` lets such calls through. */
                    enabled?: boolean;
                    /** @description Whether paths begin at the module’s address, not at the provider’s. */
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
        /** @description An integration that a customer has switched on. */
        Installation: {
            /**
             * @description Identifies it. Opaque; records of one kind sort by it as they were created.
             * @example inst_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            id: string;
            /**
             * @description The project that it belongs to, by its ID.
             * @example proj_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            projectId: string;
            /**
             * @description The integration that is installed, by its ID.
             * @example int_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            integrationId: string;
            /** @description What the integration is called. */
            integrationName: string;
            /** @description The customer it is installed for. */
            group?: components["schemas"]["Group"];
            /**
             * @description `unhealthy` while credentials are bad, an object is paused, or its last read failed: unless `health` is `healthy`, `unconfirmed`, `retrying` or `limited`.
             * @enum {string}
             */
            healthStatus: "healthy" | "unhealthy";
            /** @description How it fares: the worst of its connection, objects, subscription and last operation. */
            health: components["schemas"]["Health"];
            /**
             * @description How its last operation ended, or that it is under way; missing before the first.
             * @enum {string}
             */
            lastOperationStatus?: "success" | "failure" | "in_progress";
            /** @description What it reaches the provider through. */
            connection: components["schemas"]["Connection"];
            /**
             * Format: date-time
             * @description When it was created.
             */
            createTime: string;
            /**
             * Format: date-time
             * @description When it was last changed; missing until then.
             */
            updateTime?: string;
            /**
             * @description Who installed it: an ID, or what the client called itself.
             * @example api:create-installation
             */
            createdBy: string;
            /** @description What is in force now; each change is kept as a new one. */
            config: components["schemas"]["Config"];
            /** @description How each object fares, by the provider’s name. */
            objects: {
                [key: string]: components["schemas"]["InstallationObject"];
            };
            /** @description How the changes come that it hears of; missing where it hears of none. */
            subscription?: components["schemas"]["InstallationSubscription"];
        };
        /** @description How many records were read of each object in the last days. */
        InstallationActivity: {
            /** @description By object, under the provider’s name. */
            objects: {
                [key: string]: {
                    /** @description All of the days, the oldest first and today last. */
                    days: {
                        /**
                         * Format: date
                         * @description The day, by the clock of UTC.
                         */
                        date: string;
                        /** @description Records of the reads that began on this day. */
                        records: number;
                    }[];
                };
            };
        };
        /** @description How one installed object fares. */
        InstallationObject: {
            /**
             * @description `active` while it is read on schedule, `retrying` while the provider does not answer, `disabled` when the end user switched it off, `paused` for `pausedFor`.
             * @enum {string}
             */
            state: "active" | "retrying" | "disabled" | "paused";
            /** @description How it fares; `healthy` too while it is `disabled`. */
            health: components["schemas"]["Health"];
            /**
             * @description Why it is paused: `credentials` ends when the end user connects again, `failures` and `request` when somebody resumes it, `removed` when the integration declares the object again, `destination` when there is a destination of that name again, or another is named.
             * @enum {string}
             */
            pausedFor?: "credentials" | "failures" | "request" | "removed" | "destination";
            /** @description The same in a sentence, with what the provider said or the note of who paused it. */
            pausedReason?: string;
            /** @description Who paused it, where it is paused for a `request`, as far as that is known. */
            pausedBy?: string;
            /** @description The read waits for the provider, and goes on by itself. Only while that is so. */
            retrying?: {
                /**
                 * Format: date-time
                 * @description When the provider stopped giving what is read.
                 */
                since: string;
                /** @description What the provider answered, or that it did not. */
                error: string;
                /**
                 * Format: date-time
                 * @description When the provider is asked again.
                 */
                nextTryTime: string;
            };
            /**
             * Format: date-time
             * @description When a read of it last ended; missing before the first.
             */
            lastRunTime?: string;
            /**
             * Format: date-time
             * @description When the next read is due; missing where none is scheduled, and while it is paused.
             */
            nextRunTime?: string;
            /**
             * Format: date-time
             * @description Up to when changes have been read, by the provider’s clock; missing before the first read.
             */
            watermark?: string;
            /** @description What is known of its records, where the provider tells no time of change; missing where it does. */
            snapshot?: {
                /** @description How many records are compared with what they were. */
                records: number;
                /** @description How many of the last read there was no room for: every read delivers them, changed or not. */
                leftOut: number;
                /**
                 * Format: date-time
                 * @description When all were last compared; missing before the first.
                 */
                time?: string;
            };
        };
        /** @description How the changes that an installation hears of come. */
        InstallationSubscription: {
            /**
             * @description `pending` while the provider is asked for changes, `failed` when it refuses.
             * @enum {string}
             */
            state: "pending" | "active" | "failed";
            /** @description How it fares; `healthy` too while it is `pending`. */
            health: components["schemas"]["Health"];
            /**
             * @description `push`: the provider sends webhooks. `pull`: the server listens. `poll`: the provider announces nothing, and the server looks for changes every few minutes.
             * @enum {string}
             */
            delivery: "push" | "pull" | "poll";
            /** @description Why changes do not come, or are not sent on, at the moment. */
            error?: string;
            /**
             * Format: date-time
             * @description Since when that is so.
             */
            errorTime?: string;
            /**
             * Format: date-time
             * @description When a change was last heard of.
             */
            lastEventTime?: string;
        };
        /** @description What you offer for a provider. */
        Integration: {
            /**
             * @description Identifies it. Opaque; records of one kind sort by it as they were created.
             * @example int_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            id: string;
            /**
             * @description The project that it belongs to, by its ID.
             * @example proj_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            projectId: string;
            /**
             * @description As in `platform.yaml`; the UI library names it so.
             * @example crm
             */
            name: string;
            /**
             * @description The provider’s name in the catalogue, such as `salesforce`.
             * @example salesforce
             */
            provider: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createTime: string;
            /**
             * Format: date-time
             * @description When it was last changed; missing until then.
             */
            updateTime?: string;
            /** @description What was deployed last; it decides what runs. */
            latestRevision: components["schemas"]["Revision"];
        };
        /** @description A field of the provider, or (without `fieldName`) one that the end user maps. */
        IntegrationField: {
            /**
             * @description What the provider calls the field; of nested fields `$['address']['city']`.
             * @example LastName
             */
            fieldName: string;
            /**
             * @description What your product calls the field; the provider’s name without it.
             * @example surname
             */
            mapToName?: string;
            /**
             * @description What people read in place of `mapToName`.
             * @example Surname
             */
            mapToDisplayName?: string;
        } | {
            /**
             * @description What your product calls the field, which the end user maps to one of theirs.
             * @example surname
             */
            mapToName: string;
            /**
             * @description What people read in place of `mapToName`.
             * @example Surname
             */
            mapToDisplayName?: string;
            /** @description The provider’s field that is suggested to the end user. */
            default?: string;
            /** @description A sentence that tells the end user what the field is for. */
            prompt?: string;
        };
        /** @description An object that is read. */
        IntegrationObject: {
            /**
             * @description What the provider calls the object, such as `Contact`.
             * @example Contact
             */
            objectName: string;
            /**
             * @description The name of the destination that records are sent to.
             * @example crm-webhook
             */
            destination?: string;
            /**
             * @description When to read, as cron of five fields in UTC, at least 10 minutes apart, such as `0 *\/6 * * *`. Only when asked without it.
             * @example *\/30 * * * *
             */
            schedule?: string;
            /**
             * @description What your product calls the object; the provider’s name without it.
             * @example surname
             */
            mapToName?: string;
            /**
             * @description What people read in place of `mapToName`.
             * @example Surname
             */
            mapToDisplayName?: string;
            /** @description Fields that are always read, and those that the end user must map. Nested fields by brackets: `$['address']['city']`. */
            requiredFields?: components["schemas"]["IntegrationField"][];
            /** @description Fields among which the end user chooses. Nested fields by brackets: `$['address']['city']`. */
            optionalFields?: components["schemas"]["IntegrationField"][];
            /**
             * @description `all` lets the end user choose among all fields that the connected account has.
             * @constant
             */
            optionalFieldsAuto?: "all";
            /** @description History that is read once, after installing; none without it. */
            backfill?: {
                /** @description How far back it goes. */
                defaultPeriod: components["schemas"]["DefaultPeriod"];
            };
            /** @description When messages leave, and how large they are. */
            delivery?: {
                /**
                 * @description `onRequest` holds the pages until they are asked for; `auto`, or nothing, sends them.
                 * @enum {string}
                 */
                mode?: "onRequest" | "auto";
                /** @description How many records a message carries at most. */
                pageSize?: number;
            };
            /**
             * @description `always` reads it for every installation, chosen or not.
             * @constant
             */
            enabled?: "always";
            /** @description Whether records that the provider has deleted are delivered too, as entries with `subscribeEventType: delete`. Not without it. */
            deleted?: boolean;
        };
        /** @description An object whose changes are subscribed to. */
        IntegrationSubscribeObject: {
            /**
             * @description What the provider calls the object. It must stand under `read` as well.
             * @example Contact
             */
            objectName: string;
            /**
             * @description The name of the destination that changes are sent to.
             * @example crm-webhook
             */
            destination: string;
            /** @description Whether messages have the fields and mappings of reading the object: must be `true` with create, update, delete and association events. */
            inheritFieldsAndMapping?: boolean;
            /** @description Sends records that are created. */
            createEvent?: {
                /**
                 * @description `always`, for every installation.
                 * @constant
                 */
                enabled?: "always";
            };
            /** @description Sends records that change: give exactly one of `requiredWatchFields` and `watchFieldsAuto`. */
            updateEvent?: {
                /**
                 * @description `always`, for every installation.
                 * @constant
                 */
                enabled?: "always";
                /**
                 * @description Which changes count: of all fields, or of those that are read.
                 * @enum {string}
                 */
                watchFieldsAuto?: "all" | "selected";
                /** @description The fields whose change counts, by the provider’s names; none of them nested. */
                requiredWatchFields?: string[];
            };
            /** @description Sends the IDs of records that are deleted. */
            deleteEvent?: {
                /**
                 * @description `always`, for every installation.
                 * @constant
                 */
                enabled?: "always";
            };
            /** @description Sends what is related anew or no longer, where the provider tells. */
            associationChangeEvent?: {
                /**
                 * @description `always`, for every installation.
                 * @constant
                 */
                enabled?: "always";
                /** @description Whether the related records come along, not only their IDs. */
                includeFullRecords?: boolean;
            };
            /** @description Further events, by the provider’s own names. */
            otherEvents?: string[];
        };
        /** @description An object that may be written. */
        IntegrationWriteObject: {
            /**
             * @description What the provider calls the object, such as `Contact`.
             * @example Contact
             */
            objectName: string;
            /** @description Whether writes use your names, by the mapping of the read object of the same name; the provider’s names without it. */
            inheritMapping?: boolean;
            /** @description Which fields end users may give defaults. */
            valueDefaults?: {
                /** @description `true` lets them do so for every field. */
                allowAnyFields?: boolean;
            };
        };
        /** @description An invitation to join an organization. */
        Invite: {
            /**
             * @description Identifies it. Opaque; records of one kind sort by it as they were created.
             * @example inv_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            id: string;
            /** @description Where the invite was sent; only somebody with this verified address may accept it. */
            invitedEmail: string;
            /**
             * @description Always an organization.
             * @constant
             */
            parentType: "org";
            /**
             * @description The organization to join.
             * @example org_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            parentId: string;
            /**
             * @description Only a `pending` one can be accepted.
             * @enum {string}
             */
            status: "pending" | "accepted" | "revoked" | "expired";
            /**
             * Format: date-time
             * @description Until when it can be accepted.
             */
            expireTime: string;
            /** @description Where the invited person accepts, when no mail server is configured. */
            link?: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createTime: string;
            /**
             * Format: date-time
             * @description When it was last changed; missing until then.
             */
            updateTime?: string;
        };
        /** @description A change of one place, as RFC 6902 has it. */
        JSONPatchOperation: {
            /**
             * @description `add` makes what leads to the place, too; the others need it to be there.
             * @enum {string}
             */
            op: "add" | "remove" | "replace";
            /**
             * @description The place, as a JSON Pointer; empty for all choices of the object.
             * @example /selectedFields/Title
             */
            path: string;
            /** @description What stands there from then on. */
            value?: unknown;
        };
        /** @description A public key that verifies tokens of your end users. */
        JWTKey: {
            /**
             * Format: uuid
             * @description The `kid` of tokens that it verifies.
             */
            id: string;
            /**
             * @description The project that it belongs to, by its ID.
             * @example proj_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            projectId: string;
            /**
             * @description What people call it.
             * @example Production
             */
            label: string;
            /**
             * @description The kind of key: `RSA` for RS256, `EC` for ES256, `OKP` for EdDSA.
             * @enum {string}
             */
            algorithm: "RSA" | "EC" | "OKP";
            /**
             * @description The public key as PEM, however it was given.
             * @example -----BEGIN PUBLIC KEY-----
             *     MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE2RZ7vuaG7zOLhNZVZt5ZtCyf6KZn
             *     -----END PUBLIC KEY-----
             */
            publicKeyPem: string;
            /** @description Whether tokens that it signed are accepted. */
            active: boolean;
            /**
             * Format: date-time
             * @description When a token that it signed was last accepted; noted about once a minute.
             */
            lastUseTime?: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createTime: string;
            /**
             * Format: date-time
             * @description When it was last changed; the time of its creation until then.
             */
            updateTime: string;
        };
        /** @description The name of a new JWT key. */
        JWTKeyResponse: {
            /**
             * Format: uuid
             * @description What your backend puts into the header of each token that it signs with this key.
             */
            kid: string;
        };
        /** @description Settings of a stream. */
        KinesisMetadata: {
            /** @description The name of the stream: letters, digits, `.`, `-` and `_`. */
            streamName: string;
            /** @description The region in AWS, such as `eu-west-1`. */
            region: string;
            /** @description The URL of a service that speaks like the one of AWS, in place of it. */
            endpointUrl?: string;
            /** @description A template that makes the partition key from the message, such as `data.groupRef`: paths, `'texts'`, `a || b` and `join('/', [a, b])`, as in JMESPath. The message’s ID without it. */
            partitionKeyTemplate?: string;
            /** @description How many messages are sent at once at most; fewer where the receiver takes fewer. */
            batchSize?: number;
            /** @description How many seconds a message waits for others to be sent with it. */
            maxWaitSecs?: number;
        };
        /** @description How the last 24 hours were, by whole hours. */
        LastDay: {
            /** @description Attempts that it took the message of. */
            succeeded: number;
            /** @description Attempts that it did not, whether they were tried again or given up. */
            failed: number;
            /** @description Which part of the attempts succeeded; missing where there was none. */
            successRate?: number;
            /** @description Deliveries that have failed and are tried again, at this moment; 10000 stands for more. */
            retrying: number;
            /** @description Deliveries that are held while it is disabled, at this moment; 10000 stands for more. */
            held: number;
        };
        /** @description A line of an operation’s log. */
        Log: {
            /**
             * Format: date-time
             * @description When the line was written.
             */
            timestamp: string;
            /** @description The line, with what belongs to it. */
            message: {
                /**
                 * @description What happened, in a sentence.
                 * @example Read 200 records.
                 */
                msg: string;
                /** @description What went wrong, in the words of whoever said so. */
                error?: string;
                /** @description The operation that wrote the line. */
                operation_id?: string;
                /** @description Who had it so, where somebody did, as the installation’s timeline names them. */
                by?: string;
                /** @description The call of the provider that it is about. */
                call?: components["schemas"]["LogCall"];
                /** @description What it counts; a line of changes is added to for a minute. */
                counted?: {
                    [key: string]: number;
                };
                /** @description What belongs to it, such as the method, path and status of a call. */
                details?: {
                    [key: string]: string;
                };
            } & {
                [key: string]: unknown;
            };
            /**
             * @description `info`, `warning` for what went on by itself, or `error`.
             * @example info
             */
            severity: string;
        };
        /** @description A call of the provider’s API, without what is secret. */
        LogCall: {
            /** @description The HTTP method. */
            method: string;
            /** @description Where it went; of the query only the names are told. */
            url: string;
            /** @description The HTTP status; missing where no reply came. */
            status?: number;
            /** @description How long it took, in milliseconds. */
            durationMs: number;
            /** @description Which attempt at this place it was, from 1. */
            attempt: number;
            /** @description What was sent along; values that may be secret are left out. */
            requestHeaders: {
                [key: string]: string;
            };
            /** @description What came along with the reply, likewise; missing where none came. */
            responseHeaders?: {
                [key: string]: string;
            };
        };
        /** @description Credentials for a collector. Never read again. */
        LogCredentials: {
            /** @description Headers that the collector asks for, such as `Authorization`. */
            headers?: components["schemas"]["WebhookHeaders"];
        };
        /** @description Settings of a log. */
        LogMetadata: {
            /** @description The OTLP/HTTP collector that takes the lines; the server’s own log without it. */
            endpointUrl?: string;
            /**
             * @description The severity that each line has; `info` without it.
             * @enum {string}
             */
            severity?: "debug" | "info" | "warn" | "error";
            /** @description What to add to each line, by name. */
            attributes?: {
                [key: string]: string;
            };
            /** @description How many messages are sent at once at most; fewer where the receiver takes fewer. */
            batchSize?: number;
            /** @description How many seconds a message waits for others to be sent with it. */
            maxWaitSecs?: number;
        };
        /** @description What is wrong in a manifest, or worth a look, and where. */
        ManifestFinding: {
            /** @description The name of the rule, which a comment can silence where it is a warning. */
            rule: string;
            /**
             * @description An `error` keeps the file from being deployed.
             * @enum {string}
             */
            severity: "error" | "warning";
            /** @description What is wrong, in a sentence. */
            message: string;
            /** @description The line of the file, counted from 1. */
            line: number;
            /** @description The character of the line, counted from 1. */
            column: number;
            /** @description The key it is about, such as `integrations[0].name`. */
            path: string;
            /** @description What was probably meant; missing where nothing is near. */
            suggestion?: string;
        };
        /** @description One integration of `platform.yaml`: what is read, written and subscribed to at one provider. */
        ManifestIntegration: {
            /**
             * @description Unique in the project: letters, digits, `-` and `_`. The UI library and the API name the integration so.
             * @example crm
             */
            name: string;
            /**
             * @description The provider’s name in the catalogue, such as `salesforce`.
             * @example salesforce
             */
            provider: string;
            /** @description What end users read; the name without it. */
            displayName?: string;
            /** @description One of the provider’s modules, by its key in the catalogue; its default one without it. */
            module?: string;
            /** @description What is read from the provider. */
            read?: {
                /** @description One entry for each object, named once. */
                objects?: components["schemas"]["IntegrationObject"][];
            };
            /** @description What may be written to the provider. */
            write?: {
                /** @description One entry for each object, named once. */
                objects?: components["schemas"]["IntegrationWriteObject"][];
            };
            /** @description Lets your server call the provider as the customer. */
            proxy?: {
                /** @description `true` lets such calls through. */
                enabled?: boolean;
                /** @description Whether paths begin at the module’s address, not at the provider’s. */
                useModule?: boolean;
            };
            /** @description Which changes at the provider are sent on. */
            subscribe?: {
                /** @description One entry for each object, named once. */
                objects?: components["schemas"]["IntegrationSubscribeObject"][];
            };
            /** @description Tells of fields that come, go and change at the provider. */
            watchSchema?: {
                /**
                 * @description The name of the destination that is told.
                 * @example crm-webhook
                 */
                destination: string;
                /**
                 * @description When to look, as cron of five fields in UTC, at least an hour apart; daily without it.
                 * @example *\/30 * * * *
                 */
                schedule?: string;
                /** @description For every object that is read, which changes are told. */
                allObjects: {
                    /** @description Fields that appear. */
                    fieldCreated?: {
                        /**
                         * @description `always`, for every installation.
                         * @constant
                         */
                        enabled: "always";
                    };
                    /** @description Fields that are gone. */
                    fieldDeleted?: {
                        /**
                         * @description `always`, for every installation.
                         * @constant
                         */
                        enabled: "always";
                    };
                    /** @description Fields whose type or options are others. */
                    fieldChanged?: {
                        /**
                         * @description `always`, for every installation.
                         * @constant
                         */
                        enabled: "always";
                    };
                };
            };
        };
        /** @description What a deployment would change, and for whom. */
        ManifestRehearsal: {
            /** @description What is wrong or worth a look, in the order of the file. */
            findings: components["schemas"]["ManifestFinding"][];
            /** @description What would become of each integration of the file. */
            integrations: {
                /** @description The integration’s name in the file. */
                name: string;
                /**
                 * @description Whether the integration is new, gets a new revision, or stays as it is.
                 * @enum {string}
                 */
                change: "create" | "update" | "none";
                /** @description How many customers have it installed. */
                installations: number;
                /** @description What installations would notice, object by object. */
                effects: {
                    /**
                     * @description What the provider calls the object, such as `Contact`.
                     * @example Contact
                     */
                    objectName: string;
                    /** @description What would be different for the object, in a sentence. */
                    effect: string;
                    /** @description How many installations would notice it. */
                    installations: number;
                    /** @description For which groups, at most 100 of them. */
                    groupRefs: string[];
                }[];
            }[];
        };
        /** @description One live record before and after a change of `platform.yaml`. */
        MappingPreview: {
            /** @description As it is received now; missing where the object is not read now, or has no record. */
            before?: components["schemas"]["PreviewedRecord"];
            /** @description The same record as it would be received; missing where the object would not be read, has no record, or the provider refuses what would be asked for. */
            after?: components["schemas"]["PreviewedRecord"];
            /** @description Whether the object would still be read. */
            isRead: boolean;
            /** @description Your fields that the customer would have to map first. */
            missingMappings: string[];
            /** @description Why the provider refuses what would be asked for, in its words. */
            refusal?: string;
        };
        /** @description A builder’s place in an organization. */
        Membership: {
            /**
             * @description The organization that the builder is a member of.
             * @example org_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            orgId: string;
            /**
             * @description The builder who is a member.
             * @example bld_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            builderId: string;
            /**
             * @description `owner` may do everything, `admin` changes projects, `member` reads and triggers.
             * @enum {string}
             */
            role: "owner" | "admin" | "member";
            /**
             * Format: date-time
             * @description When it was created.
             */
            createTime: string;
        };
        /**
         * @description What a message is about: an event type, or the action of a message that carries records.
         * @enum {string}
         */
        MessageType: "connection.created" | "connection.error" | "connection.refreshed" | "connection.updated" | "connection.deleted" | "installation.created" | "installation.updated" | "installation.deleted" | "read.schedule.paused" | "read.backfill.done" | "read.triggered.done" | "read.triggered.error" | "write.async.done" | "subscribe.create.error" | "destination.webhook.disabled" | "read" | "subscribe" | "schema.watch";
        /** @description Something that somebody is asked for: an end user before connecting, or a builder with the provider app. */
        MetadataItemInput: {
            /** @description The variable that the answer fills wherever a URL or template says `{{name}}`. */
            name: string;
            /** @description What the form says beside the input; the name without it. */
            displayName?: string;
            /** @description A sentence for the form that says what to enter. */
            prompt?: string;
            /** @description What is used when nothing is entered. */
            defaultValue?: string;
            /** @description A page of the provider’s that says where to find the value. */
            docsURL?: string;
            /** @description The modules that need it, as keys; every module without it. */
            moduleDependencies?: {
                [key: string]: Record<string, never>;
            };
        };
        /** @description A part of a provider’s API that is connected separately. */
        ModuleInfo: {
            /** @description What people read, such as `Salesforce CRM`. */
            displayName: string;
            /**
             * @description What every path of the module begins with; may hold `{{variables}}`.
             * @example https://{{.workspace}}.my.salesforce.com
             */
            baseURL: string;
            /** @description What this server can do with the module. */
            support: components["schemas"]["Support"];
            /** @description What must be set up at the provider before changes can be subscribed to. */
            subscribeRequirements?: {
                [key: string]: boolean;
            };
        };
        /** @description Sends events of one type to a topic. */
        NotificationEventTopicRoute: {
            /**
             * @description Identifies it. Opaque; records of one kind sort by it as they were created.
             * @example etr_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            id: string;
            /** @description What is sent to the topic. */
            eventType: components["schemas"]["NotificationEventType"];
            /**
             * @description The topic that it is sent to.
             * @example top_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            topicId: string;
            /**
             * @description The project that it belongs to, by its ID.
             * @example proj_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            projectId: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createTime: string;
            /**
             * Format: date-time
             * @description When it was last changed; missing until then.
             */
            updateTime?: string;
        };
        /**
         * @description Every event type that a topic can receive.
         * @enum {string}
         */
        NotificationEventType: "connection.created" | "connection.error" | "connection.refreshed" | "connection.updated" | "connection.deleted" | "installation.created" | "installation.updated" | "installation.deleted" | "read.schedule.paused" | "read.backfill.done" | "read.triggered.done" | "read.triggered.error" | "write.async.done" | "subscribe.create.error" | "destination.webhook.disabled";
        /** @description What a number may be. */
        NumericFieldOptions: {
            /** @description How many digits a value has at most. */
            precision?: number;
            /** @description How many of them stand behind the point. */
            scale?: number;
            /** @description The smallest value. */
            min?: number;
            /** @description The largest value. */
            max?: number;
            /** @description What a new record holds. */
            defaultValue?: number;
        };
        /** @description Tokens that an end user’s authorization gave. */
        Oauth2AuthorizationCode: {
            /** @description What calls carry. Refreshed before it ends. */
            accessToken?: {
                /** @description The token itself. It is a secret: it is told only to callers who may read credentials. */
                token: string;
                /**
                 * Format: date-time
                 * @description When the provider issued it, as far as it says so.
                 */
                issuedAt?: string;
                /**
                 * Format: date-time
                 * @description When the provider stops taking it; missing where it does not say.
                 */
                expiresAt?: string;
            };
            /** @description What buys new access tokens; only with `includeRefreshToken`. Missing where the provider gives none. */
            refreshToken?: {
                /** @description The token itself. It is a secret: it is told only to callers who may read credentials. */
                token: string;
                /**
                 * Format: date-time
                 * @description When the provider issued it, as far as it says so.
                 */
                issuedAt?: string;
                /**
                 * Format: date-time
                 * @description When the provider stops taking it; missing where it does not say.
                 */
                expiresAt?: string;
            };
            /** @description The scopes that the provider granted, which may be fewer than were asked for. */
            scopes?: string[];
        };
        /** @description How a provider’s OAuth works. */
        Oauth2Opts: {
            /**
             * @description How tokens are obtained: by the end user’s sign-in (with PKCE or without), by a client of the customer’s, or by a password.
             * @enum {string}
             */
            grantType: "authorizationCode" | "authorizationCodePKCE" | "clientCredentials" | "password";
            /**
             * @description The page where end users sign in and allow. Missing where no sign-in is needed.
             * @example https://login.salesforce.com/services/oauth2/authorize
             */
            authURL?: string;
            /**
             * @description The endpoint that exchanges codes and refresh tokens.
             * @example https://login.salesforce.com/services/oauth2/token
             */
            tokenURL: string;
            /** @description Whether a provider app must name scopes: without them the provider refuses the sign-in. */
            explicitScopesRequired: boolean;
            /** @description Whether the end user must name a workspace before the sign-in, because the URLs hold it. */
            explicitWorkspaceRequired: boolean;
            /** @description Sent as `audience` when tokens are requested. */
            audience?: string[];
            /** @description Short names of scopes, and what the provider wants for each; may hold `{{variables}}`. */
            scopeMappings?: {
                [key: string]: string;
            };
            /** @description What the provider’s token reply says of the account, each as a path such as `data.id`. */
            tokenMetadataFields: {
                /** @description The path of what becomes `providerWorkspaceRef`. */
                workspaceRefField?: string;
                /** @description The path of what becomes `providerConsumerRef`. */
                consumerRefField?: string;
                /** @description The path of the scopes that were granted. */
                scopesField?: string;
                /** @description What else becomes `providerMetadata` of the connection. */
                otherFields?: {
                    /** @description The key in `providerMetadata`, which fills `{{name}}`. */
                    name: string;
                    /** @description What people read beside the value. */
                    displayName: string;
                    /** @description Where the token reply has it, with dots between the keys. */
                    path: string;
                    /** @description A regular expression; its first group is the value. All of the text without it. */
                    capture?: string;
                }[];
            };
            /** @description The provider’s page about its OAuth. */
            docsURL?: string;
            /** @description Query parameters that the sign-in page is always opened with. */
            authURLParams?: {
                [key: string]: string;
            };
            /** @description How calls carry the access token; as `Authorization: Bearer` without it. */
            accessTokenOpts?: {
                /**
                 * @description Always a header.
                 * @constant
                 */
                attachmentType: "accessTokenHeaderAttachment";
                /** @description The header that carries the token. */
                header?: {
                    /** @description The header’s name, such as `X-Api-Token`. */
                    name: string;
                    /** @description What stands before the token, with its blank, such as `Bearer `. */
                    valuePrefix?: string;
                };
                /** @description The provider’s page about it. */
                docsURL?: string;
            };
            /** @description Every so many hours tokens are refreshed that nobody used, because they would end. */
            keepAliveIntervalHours?: number;
        };
        /** @description An object at the provider, with its fields. */
        ObjectMetadata: {
            /**
             * @description What the provider calls the object.
             * @example Contact
             */
            name: string;
            /** @description What the provider shows people. */
            displayName?: string;
            /** @description What your product calls the object; missing where nothing maps it. */
            mappedObjectName?: string;
            /** @description Every field that the account has, by the provider’s name. */
            fields: {
                [key: string]: components["schemas"]["FieldMetadata"];
            };
        };
        /** @description One run: of a read, of a write, or of creating custom fields. */
        Operation: {
            /**
             * @description Identifies it. Opaque; records of one kind sort by it as they were created.
             * @example op_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            id: string;
            /**
             * @description The project that it belongs to, by its ID.
             * @example proj_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            projectId: string;
            /**
             * @description The integration it ran for.
             * @example int_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            integrationId: string;
            /**
             * @description The choices that were in force when it began.
             * @example conf_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            configId: string;
            /**
             * @description The installation it ran for.
             * @example inst_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            installationId: string;
            /**
             * @description The customer whose installation that is.
             * @example customer-7
             */
            groupRef?: string;
            /**
             * @description The customer’s name.
             * @example Globex
             */
            groupName?: string;
            /**
             * @description What ran: `read`, `write` or `customFields`.
             * @example read
             */
            actionType: string;
            /**
             * @description Only what is `in_progress` can still change; only a read can be cancelled then.
             * @enum {string}
             */
            status: "in_progress" | "success" | "failure" | "canceled";
            /** @description How it ended, in a sentence; missing while it runs. */
            result?: string;
            /** @description What it was about, and how far it is. */
            metadata?: {
                /** @description The objects that it reads or writes, by the provider’s names. */
                objects?: string[];
                /** @description How it fares while the provider does not answer. */
                retry?: {
                    /** @description How often it was tried. */
                    attempts?: number;
                    /**
                     * Format: date-time
                     * @description When it was last tried.
                     */
                    lastAttempt?: string;
                    /**
                     * Format: date-time
                     * @description When you were last told of it.
                     */
                    lastNotified?: string;
                };
                /** @description How far it is; only of reads. */
                progress?: {
                    /**
                     * @description The installation it runs for, again.
                     * @example inst_01jz5q0f8kf3bvw9s2m6t4x7ra
                     */
                    installationId?: string;
                    /**
                     * @description The object that is read.
                     * @example Contact
                     */
                    objectName?: string;
                    /**
                     * @description This operation, again.
                     * @example op_01jz5q0f8kf3bvw9s2m6t4x7ra
                     */
                    operationId?: string;
                    /** @description How many records it has read so far. */
                    recordsProcessed?: number;
                    /** @description How many there are, as far as the provider tells. */
                    recordsEstimatedTotal?: number;
                    /** @description How much of it is done; missing where no total is known. */
                    percent?: number;
                };
                /** @description Of a write: the records that were written, by their IDs at the provider. */
                successfulRecordIds?: string[];
            };
            /**
             * @description Why it was read: at first, on schedule, or on request. Only of reads.
             * @enum {string}
             */
            mode?: "backfill" | "scheduled" | "triggered";
            /**
             * Format: date-time
             * @description Only changes from this time on are read; all of them without it.
             */
            since?: string;
            /**
             * Format: date-time
             * @description Only changes before this time are read; the latest, too, without it.
             */
            until?: string;
            /**
             * @description Who asked for it, as `builder:ana@acme.example` or `api-key:key_…`; missing for what began by itself.
             * @example api:create-installation
             */
            createdBy?: string;
            /** @description Who cancelled it, in the same way; missing where nobody did. */
            canceledBy?: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createTime: string;
            /**
             * Format: date-time
             * @description When it ended; missing while it runs.
             */
            endTime?: string;
        };
        /** @description A line of a log, and what wrote it. */
        OperationLog: {
            /**
             * Format: date-time
             * @description When the line was written.
             */
            timestamp: string;
            /** @description The line, with what belongs to it. */
            message: {
                /**
                 * @description What happened, in a sentence.
                 * @example Read 200 records.
                 */
                msg: string;
                /** @description What went wrong, in the words of whoever said so. */
                error?: string;
                /** @description The operation that wrote the line. */
                operation_id?: string;
                /** @description Who had it so, where somebody did, as the installation’s timeline names them. */
                by?: string;
                /** @description The call of the provider that it is about. */
                call?: components["schemas"]["LogCall"];
                /** @description What it counts; a line of changes is added to for a minute. */
                counted?: {
                    [key: string]: number;
                };
                /** @description What belongs to it, such as the method, path and status of a call. */
                details?: {
                    [key: string]: string;
                };
            } & {
                [key: string]: unknown;
            };
            /**
             * @description `info`, `warning` for what went on by itself, or `error`.
             * @example info
             */
            severity: string;
            /**
             * @description The operation that wrote the line.
             * @example op_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            operationId: string;
            /**
             * @description The integration it ran for.
             * @example int_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            integrationId: string;
            /**
             * @description The installation it ran for.
             * @example inst_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            installationId: string;
            /**
             * @description The customer whose installation that is.
             * @example customer-7
             */
            groupRef?: string;
            /**
             * @description The customer’s name.
             * @example Globex
             */
            groupName?: string;
            /**
             * @description The object that it reads or writes.
             * @example Contact
             */
            objectName: string;
        };
        /** @description A company that builds with the platform: its members and its projects. */
        Org: {
            /**
             * @description Identifies it. Opaque; records of one kind sort by it as they were created.
             * @example org_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            id: string;
            /**
             * @description What people call it.
             * @example Acme
             */
            label: string;
            /** @description The team that every member is in. */
            defaultTeamId: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createTime: string;
            /**
             * Format: date-time
             * @description When it was last changed; missing until then.
             */
            updateTime?: string;
        };
        /** @description How a provider hands out a long list. */
        Paging: {
            /**
             * @description `cursor`, `offset`, `page`, `last-id`: what a parameter of the next call takes; `next-url`: the reply has the whole address; `link-header`: so has its `Link` header.
             * @enum {string}
             */
            style: "cursor" | "next-url" | "link-header" | "offset" | "page" | "last-id";
            /** @description The parameter that asks for a size of page. */
            sizeParam?: string;
            /** @description The most records that a page has. */
            maxSize?: number;
        };
        /** @description A live record as your product would receive it. */
        PreviewedRecord: {
            /**
             * @description What your product calls the object, as messages name it.
             * @example Contact
             */
            objectName: string;
            /** @description What you would receive under the provider’s own names. */
            fields: {
                [key: string]: unknown;
            };
            /** @description What you would receive under your names; missing where nothing is mapped. */
            mappedFields?: {
                [key: string]: unknown;
            };
        };
        /** @description One product of yours. */
        Project: {
            /**
             * @description Identifies it. Opaque; records of one kind sort by it as they were created.
             * @example proj_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            id: string;
            /** @description Addresses the project in URLs. Unique; stored in lower case. */
            name: string;
            /**
             * @description What end users read as the name of your product when they connect.
             * @example Acme CRM
             */
            appName: string;
            /**
             * @description The organization that owns it.
             * @example org_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            orgId: string;
            /**
             * @description Whether API keys of scope `frontend` are accepted. With `off` browsers need a JWT that your backend signs.
             * @enum {string}
             */
            frontendKeys: "allowed" | "off";
            /** @description The only origins whose pages may use JWTs of end users, and front-end keys that name none themselves; any may where there are none. */
            allowedOrigins: string[];
            /**
             * Format: date-time
             * @description When it was created.
             */
            createTime: string;
            /**
             * Format: date-time
             * @description When it was last changed; missing until then.
             */
            updateTime?: string;
            /** @description Only with `includeEntitlements`. */
            entitlements?: components["schemas"]["Entitlements"];
        };
        /** @description What each ability has been tried with; missing for what cannot be done. */
        Proofs: {
            /**
             * @description `live`: tried with the provider itself; `recorded`: with replies that were recorded there; `stand-in`: only with a server that plays the provider after its documentation, or after its entry.
             * @enum {string}
             */
            read?: "live" | "recorded" | "stand-in";
            /**
             * @description `live`: tried with the provider itself; `recorded`: with replies that were recorded there; `stand-in`: only with a server that plays the provider after its documentation, or after its entry.
             * @enum {string}
             */
            write?: "live" | "recorded" | "stand-in";
            /**
             * @description `live`: tried with the provider itself; `recorded`: with replies that were recorded there; `stand-in`: only with a server that plays the provider after its documentation, or after its entry.
             * @enum {string}
             */
            delete?: "live" | "recorded" | "stand-in";
            /**
             * @description `live`: tried with the provider itself; `recorded`: with replies that were recorded there; `stand-in`: only with a server that plays the provider after its documentation, or after its entry.
             * @enum {string}
             */
            search?: "live" | "recorded" | "stand-in";
            /**
             * @description `live`: tried with the provider itself; `recorded`: with replies that were recorded there; `stand-in`: only with a server that plays the provider after its documentation, or after its entry.
             * @enum {string}
             */
            subscribe?: "live" | "recorded" | "stand-in";
            /**
             * @description `live`: tried with the provider itself; `recorded`: with replies that were recorded there; `stand-in`: only with a server that plays the provider after its documentation, or after its entry.
             * @enum {string}
             */
            customFields?: "live" | "recorded" | "stand-in";
            /**
             * @description Present where any path that lists can be named as an object, such as `/v2/things`. It is read as the provider’s other lists are, and nobody has tried it.
             * @constant
             */
            readByPath?: "unverified";
        };
        /** @description Your own OAuth client at a provider. Its secret and `providerParams` are written and never read. */
        ProviderApp: {
            /**
             * @description Identifies it. Opaque; records of one kind sort by it as they were created.
             * @example papp_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            id: string;
            /**
             * @description The project that it belongs to, by its ID.
             * @example proj_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            projectId: string;
            /** @description Your own name for the app, unique among those of one provider. The one without it is the provider’s default. */
            externalRef?: string;
            /**
             * @description The provider’s name in the catalogue, such as `salesforce`.
             * @example salesforce
             */
            provider: string;
            /**
             * @description The client ID that the provider gave when you registered the app there.
             * @example 3MVG9acmeClient
             */
            clientId: string;
            /** @description What end users are asked to allow; the provider’s default without it. */
            scopes?: string[];
            /** @description What else the provider was told of the app. */
            metadata?: components["schemas"]["ProviderAppMetadata"];
            /** @description That the provider does not accept the client; absent while it does. */
            refusal?: components["schemas"]["ProviderAppRefusal"];
            /**
             * Format: date-time
             * @description When it was created.
             */
            createTime: string;
            /**
             * Format: date-time
             * @description When it was last changed; missing until then.
             */
            updateTime?: string;
        };
        /** @description What a provider wants to know of an OAuth client beside its ID and secret. */
        ProviderAppMetadata: {
            /** @description Query parameters to open the sign-in page with, each with its values. */
            authQueryParams?: {
                [key: string]: string[];
            };
            /** @description What else the provider wants to know of the app, such as a developer key. It is written and never read: a change without it keeps it, an empty one clears it. */
            providerParams?: {
                [key: string]: string;
            };
        };
        /** @description That a provider does not accept an OAuth client. Tokens are not renewed until its ID and secret are corrected. */
        ProviderAppRefusal: {
            /** @description What the provider said, cut short and without secrets. */
            detail: string;
            /**
             * Format: date-time
             * @description When it said so last.
             */
            time: string;
        };
        /** @description What the catalogue says of a provider: how to authenticate, where its API is, what this server can do with it. */
        ProviderInfo: {
            /**
             * @description The provider’s key: in URLs, in `platform.yaml` and in every other `provider`.
             * @example salesforce
             */
            name: string;
            /** @description What people read; the key where it is missing. */
            displayName?: string;
            /**
             * @description How calls are authenticated; the `…Opts` of the same kind tell the rest.
             * @enum {string}
             */
            authType: "oauth2" | "apiKey" | "basic" | "jwt" | "custom" | "none";
            /**
             * @description What every path of its API begins with; may hold `{{variables}}` such as the workspace.
             * @example https://{{.workspace}}.my.salesforce.com
             */
            baseURL: string;
            /**
             * @description The module of integrations that name none; `root` where there is only one.
             * @example crm
             */
            defaultModule: string;
            /** @description Present where `authType` is `oauth2`. */
            oauth2Opts?: components["schemas"]["Oauth2Opts"];
            /** @description Present where `authType` is `apiKey`. */
            apiKeyOpts?: components["schemas"]["ApiKeyOpts"];
            /** @description Present where `authType` is `basic` and more is to say than user name and password. */
            basicOpts?: components["schemas"]["BasicAuthOpts"];
            /** @description Present where `authType` is `custom`. */
            customOpts?: components["schemas"]["CustomAuthOpts"];
            /** @description What this server can do with the provider’s default module. */
            support: components["schemas"]["Support"];
            /** @description How sure each ability of the default module is; missing where there is none. */
            proof?: components["schemas"]["Proofs"];
            /** @description The provider’s own pages about its API; missing where they are not known. */
            docsURL?: string;
            /** @description How its lists are paged, where it is known and most of them are alike. */
            paging?: components["schemas"]["Paging"];
            /** @description How many calls it takes, where it is known; accounts may have more. */
            rateLimits?: components["schemas"]["ProviderRateLimit"][];
            /** @description A harmless call that tells whether credentials work. */
            authHealthCheck?: {
                /** @description The whole URL; may hold `{{variables}}`. */
                url: string;
                /** @description The HTTP method, such as `GET`. */
                method?: string;
                /** @description The HTTP statuses that mean that credentials work. */
                successStatusCodes?: number[];
            };
            /** @description Whether `metadata.postAuthentication` must be looked up before the first call. */
            postAuthInfoNeeded?: boolean;
            /** @description Pictures of the provider, where there are free ones. */
            media?: {
                /** @description For light backgrounds. */
                regular?: {
                    /** @description A square picture, for lists. */
                    iconURL?: string;
                    /** @description A wide picture with the provider’s name, for headings. */
                    logoURL?: string;
                };
                /** @description For dark backgrounds. */
                darkMode?: {
                    /** @description A square picture, for lists. */
                    iconURL?: string;
                    /** @description A wide picture with the provider’s name, for headings. */
                    logoURL?: string;
                };
            };
            /** @description Words that the provider is filed under, by what they tell. */
            labels?: {
                [key: string]: string;
            };
            /** @description What must be set up at the provider before changes can be subscribed to. */
            subscribeRequirements?: {
                [key: string]: boolean;
            };
            /** @description Parts of its API that are connected separately, by the name that the manifest uses. */
            modules?: {
                [key: string]: components["schemas"]["ModuleInfo"];
            };
            /** @description What must be known of an account beside its credentials. */
            metadata?: {
                /** @description What the end user is asked for before connecting. */
                input?: components["schemas"]["MetadataItemInput"][];
                /** @description What the server looks up by itself once credentials work. */
                postAuthentication?: {
                    /** @description The variable that it fills. */
                    name: string;
                    /** @description The modules that need it, as keys; every module without it. */
                    moduleDependencies?: {
                        [key: string]: Record<string, never>;
                    };
                }[];
            };
            /** @description What a provider app is asked for beside client ID and secret. */
            providerAppMetadata?: {
                /** @description Query parameters for the sign-in page. */
                authQueryParams?: components["schemas"]["MetadataItemInput"][];
                /** @description Values that the provider gave with the OAuth client, such as a developer key. */
                providerParams?: components["schemas"]["MetadataItemInput"][];
            };
        };
        /** @description What is known of an account at a provider, by the name of the variable that it fills. */
        ProviderMetadata: {
            [key: string]: {
                /** @description What `{{name}}` becomes in URLs and templates. */
                value: string;
                /**
                 * @description Where the value comes from: the end user, the token, or the provider.
                 * @enum {string}
                 */
                source: "input" | "token" | "provider";
                /** @description What people read beside the value. */
                displayName?: string;
            };
        };
        /** @description What can be done with one object of a provider. */
        ProviderObject: {
            /** @description What people read. */
            displayName: string;
            /** @description How it is read; missing for what cannot be read. */
            read?: {
                /**
                 * @description How later reads find what has changed: by the `time` of change, or, where the provider tells none, by comparing every record with a `snapshot` of those before.
                 * @enum {string}
                 */
                changes: "time" | "snapshot";
                /**
                 * @description Its pages are numbered: a record that moves to an earlier page while they are read, because another one was deleted, is missed until it changes or everything is read again.
                 * @constant
                 */
                mayMiss?: true;
            };
            /** @description How its records may be written. */
            writes: ("create" | "update" | "delete")[];
            /** @description What is told of its records as it happens, to who subscribes; none where nothing is. */
            events: ("create" | "update" | "delete")[];
            /** @description The fields by whose value records can be found; none where it has no search. */
            searchFields: string[];
            /** @description The types of the fields that every account has, by name; missing where only an account tells them. */
            fields?: {
                [key: string]: "string" | "boolean" | "singleSelect" | "multiSelect" | "date" | "datetime" | "int" | "float" | "reference" | "other";
            };
        };
        /** @description How many calls a provider takes in a while. */
        ProviderRateLimit: {
            /** @description How many calls are taken within that time. */
            calls: number;
            /** @description The time, in seconds. */
            perSeconds: number;
            /**
             * @description Who shares them: each connection has its own, all of the customer’s account, all of the OAuth client, or all of the OAuth client in one account. Not known without it.
             * @enum {string}
             */
            sharedBy?: "connection" | "account" | "app" | "app-in-account";
        };
        /** @description How one object is read for a customer. */
        ReadConfigObject: {
            /**
             * @description The object’s name again, for clients that send it; the key decides.
             * @example Contact
             */
            objectName?: string;
            /**
             * @description When to read, as cron of five fields in UTC, at least 10 minutes apart, such as `0 *\/6 * * *`. Only when asked without it.
             * @example *\/30 * * * *
             */
            schedule?: string;
            /** @description Whether the end user has switched it off; a running read ends at its next page. */
            disabled?: boolean;
            /**
             * @description The destination of its messages, in place of the manifest’s.
             * @example crm-webhook
             */
            destination?: string;
            /** @description The manifest’s optional fields, by the provider’s name: `true` for those that are read. */
            selectedFields?: {
                [key: string]: boolean;
            };
            /** @description By your name of a mapped field: the provider’s value → your value. */
            selectedValueMappings?: {
                [key: string]: {
                    [key: string]: string;
                };
            };
            /** @description Mappings that your page asked for, beside those of the manifest. */
            dynamicMappingsInput?: components["schemas"]["DynamicMappingsInputEntry"][];
            /** @description Your name of a field → the provider’s field that the end user chose. */
            selectedFieldMappings?: {
                [key: string]: string;
            };
            /**
             * @description `all` chooses every optional field; with `optionalFieldsAuto: all` in the manifest, every field that the account has, those that come later too.
             * @constant
             */
            selectedFieldsAuto?: "all";
            /** @description What of the past is read first, in place of what the manifest says. */
            backfill?: components["schemas"]["BackfillConfig"];
            /** @description Only records that meet all of these are read. */
            fieldFilters?: components["schemas"]["ReadFilter"][];
        };
        /** @description A condition that records must match. */
        ReadFilter: {
            /**
             * @description What the provider calls the field.
             * @example LastName
             */
            fieldName: string;
            /**
             * @description Only equality.
             * @constant
             */
            operator: "eq";
            /** @description What the field must hold, as text, number or boolean. */
            value?: unknown;
        };
        /** @description That the provider has to be visited first. */
        RedirectResponse: {
            /** @description Where to send the end user, usually in a popup. The flow is of one browser. */
            url: string;
            /**
             * @description Identifies it. Opaque; records of one kind sort by it as they were created.
             * @example csn_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            sessionId: string;
        };
        /** @description That the tokens of the connection could not be renewed; gone once they are. */
        RefreshFailure: {
            /**
             * @description `outage`: the provider gave no answer that says anything; `oauthClient`: it does not accept the OAuth client, so correct the provider app; `grant`: the end user’s permission is over.
             * @enum {string}
             */
            kind: "outage" | "oauthClient" | "grant";
            /** @description How often in a row they could not be renewed. */
            failuresInARow: number;
            /** @description What the provider answered last. */
            detail: string;
            /**
             * Format: date-time
             * @description When it failed first, since they were renewed last.
             */
            since?: string;
            /**
             * Format: date-time
             * @description When it failed last.
             */
            time?: string;
            /**
             * Format: date-time
             * @description When they are renewed again, unless they are used before.
             */
            retryTime?: string;
        };
        /** @description That a provider refuses credentials; gone once it takes them again. */
        Refusal: {
            /** @description What the provider said, cut short and without secrets. */
            detail: string;
            /**
             * Format: date-time
             * @description Since when it refuses them.
             */
            since: string;
            /**
             * Format: date-time
             * @description When they are tried again: daily for a week. Missing when only the end user can mend it.
             */
            retryTime?: string;
        };
        /** @description Deliveries that are sent again. */
        Replay: {
            /**
             * @description Identifies it. Opaque; records of one kind sort by it as they were created.
             * @example rpl_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            id: string;
            /**
             * @description The project that it belongs to, by its ID.
             * @example proj_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            projectId: string;
            /** @description Only a `running` one can be cancelled. */
            status: components["schemas"]["ReplayStatus"];
            /** @description Which deliveries were chosen, once, when it was started. */
            filter: components["schemas"]["ReplayFilter"];
            /** @description How many deliveries were chosen; missing while more than 10,000 are counted. */
            total?: number;
            /** @description How many of them are on their way again. */
            replayed: number;
            /** @description How many are sent in a second at most. */
            perSecond: number;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createTime: string;
            /**
             * Format: date-time
             * @description When it was last changed; missing until then.
             */
            updateTime?: string;
        };
        /** @description Which deliveries are sent again: those to which all of it applies. */
        ReplayFilter: {
            /**
             * @description Only deliveries to this destination; to all without it.
             * @example dest_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            destinationId?: string;
            /** @description Only deliveries of events of these types; of all without it. */
            eventTypes?: components["schemas"]["MessageType"][];
            /**
             * @description Only deliveries that stand so.
             * @enum {string}
             */
            status: "failed" | "delivered" | "cancelled";
            /**
             * Format: date-time
             * @description Only what happened at this time or later.
             */
            from?: string;
            /**
             * Format: date-time
             * @description Only what happened before this time.
             */
            to?: string;
        };
        /**
         * @description `running` until the last delivery is sent again, or somebody cancels it.
         * @enum {string}
         */
        ReplayStatus: "running" | "done" | "cancelled";
        /** @description What one deploy declared. It never changes. */
        Revision: {
            /**
             * @description Identifies it. Opaque; records of one kind sort by it as they were created.
             * @example rev_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            id: string;
            /**
             * @description The version of the format of `platform.yaml`.
             * @example 1.0.0
             */
            specVersion: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createTime: string;
            /** @description What was declared, as the file had it. */
            content: components["schemas"]["ManifestIntegration"];
        };
        /** @description What differs between two revisions at one path. */
        RevisionChange: {
            /** @description Where they differ, such as `read.objects.Contact.schedule`. */
            path: string;
            /** @description The value in the revision that is compared with; missing where it has none. */
            before?: unknown;
            /** @description The value in the revision itself; missing where it has none. */
            after?: unknown;
        };
        /** @description Settings of a bucket. */
        S3Metadata: {
            /** @description The name of the bucket, which must exist. */
            bucket: string;
            /** @description The region in AWS, such as `eu-west-1`. */
            region: string;
            /** @description The URL of a service that speaks like the one of AWS, in place of it. */
            endpointUrl?: string;
            /** @description A template that makes the name of the object from the message, or with `batch` that of its folder, such as `join('/', [type, date, id])`. Empty segments are left out; a segment `.` or `..` becomes `_` or `__`. */
            keyTemplate?: string;
            /** @description How objects are kept, such as `STANDARD_IA`; the bucket’s default without it. */
            storageClass?: string;
            /** @description Whether objects hold many messages, one a line, compressed with gzip. */
            batch?: boolean;
            /** @description How many messages are sent at once at most; fewer where the receiver takes fewer. */
            batchSize?: number;
            /** @description How many seconds a message waits for others to be sent with it. */
            maxWaitSecs?: number;
        };
        /** @description A live record with the fields that were asked for. */
        SampleRecord: {
            /** @description What the record holds, by the provider’s name of the field; `null` where it holds nothing. */
            fields: {
                [key: string]: unknown;
            };
        };
        /** @description The records that were found. */
        SearchReply: {
            /** @description One page of the records. */
            result: {
                /** @description The record’s ID at the provider. */
                id?: string;
                /** @description What was read, by the provider’s names. */
                fields: {
                    [key: string]: unknown;
                };
                /** @description What was mapped, by your names. */
                mappedFields: {
                    [key: string]: unknown;
                };
                /** @description The record as the provider answers it. */
                raw: {
                    [key: string]: unknown;
                };
            }[];
        };
        /** @description Which records to find. */
        SearchRequest: {
            /**
             * @description What the provider calls the object, such as `Contact`.
             * @example Contact
             */
            objectName: string;
            /** @description What records must match: all of it. */
            fieldFilters: {
                /**
                 * @description The provider’s name of the field, or the builder’s for a mapped one.
                 * @example LastName
                 */
                fieldName: string;
                /**
                 * @description Only equality.
                 * @constant
                 */
                operator: "eq";
                /** @description What the field must hold. */
                value: string | number | boolean;
            }[];
        };
        /** @description What a text or a choice may hold. */
        StringFieldOptions: {
            /** @description How many characters a value has at most. */
            length?: number;
            /** @description A regular expression that every value must match. */
            pattern?: string;
            /** @description The options to choose from. Options that are there already stay. */
            values?: string[];
            /** @description Whether a value must be one of the options. */
            valuesRestricted?: boolean;
            /** @description What a new record holds. */
            defaultValue?: string;
        };
        /** @description How changes of one object are told of for a customer. */
        SubscribeConfigObject: {
            /** @description Whether messages have the fields and mappings of reading the object. */
            inheritFieldsAndMappings: boolean;
            /**
             * @description What the provider calls the object, such as `Contact`.
             * @example Contact
             */
            objectName: string;
            /**
             * @description The name of the destination that changes are sent to.
             * @example crm-webhook
             */
            destination: string;
            /** @description Records that are created. */
            createEvent?: {
                /**
                 * @description `always` tells of such changes; `never` is as if it were not there.
                 * @enum {string}
                 */
                enabled: "always" | "never";
            };
            /** @description Records that change in a watched field. */
            updateEvent?: {
                /**
                 * @description `always` tells of such changes; `never` is as if it were not there.
                 * @enum {string}
                 */
                enabled: "always" | "never";
                /**
                 * @description `all` watches every field.
                 * @constant
                 */
                watchFieldsAuto?: "all";
                /** @description The fields whose change is told of, by the provider’s names. */
                requiredWatchFields?: string[];
            };
            /** @description Records that are deleted. */
            deleteEvent?: {
                /**
                 * @description `always` tells of such changes; `never` is as if it were not there.
                 * @enum {string}
                 */
                enabled: "always" | "never";
            };
            /** @description Further events, by the provider’s own names. */
            otherEvents?: string[];
            /** @description Choices that only some providers have. */
            providerOptions?: {
                /** @description Accepted for existing clients: no more events are asked of a provider than installations hear of. */
                quotaOptimization?: {
                    /** @description Either: it is always so. */
                    enabled: boolean;
                };
            };
        };
        /** @description What this server can do with a provider. */
        Support: {
            /** @description What of writing takes many records in one call of the provider’s. */
            bulkWrite: {
                /** @description Records are created in bulk. */
                insert: boolean;
                /** @description Records are updated in bulk. */
                update: boolean;
                /** @description Records are created or updated in bulk, whichever fits. */
                upsert: boolean;
                /** @description Records are deleted in bulk. */
                delete: boolean;
            };
            /** @description Calls can be passed through to the provider. */
            proxy: boolean;
            /** @description There is a connector that reads, so that `read` may stand in the manifest. */
            read: boolean;
            /** @description Changes can be subscribed to. */
            subscribe: boolean;
            /** @description There is a connector that creates and updates records. */
            write: boolean;
            /** @description There is a connector that deletes records. */
            delete: boolean;
            /** @description How records can be found by what their fields hold. */
            search: {
                /** @description The comparisons that a search may make. */
                operators: {
                    /** @description A field may be compared for equality. */
                    equals: boolean;
                };
            };
            /** @description Fields can be created in a customer’s account; not without it. */
            customFields?: boolean;
            /** @description Which kinds of change can be subscribed to, where any can. */
            subscribeSupport?: {
                /** @description Records that are created. */
                create?: boolean;
                /** @description Records that change. */
                update?: boolean;
                /** @description Records that are deleted. */
                delete?: boolean;
                /** @description Records that are joined, or no longer. */
                association?: boolean;
                /** @description Events under the provider’s own names, as it sends them. */
                passThrough?: boolean;
                /** @description How many objects an integration can subscribe to; any number without it. */
                objectsAtMost?: number;
            };
            /** @description What reads cannot do; missing where that is nothing. */
            readSupport?: {
                /** @description Objects of which nobody tells what was deleted: `deleted` has no effect. */
                withoutDeletions: string[];
            };
        };
        /** @description Something that happened to an installation. */
        TimelineEntry: {
            /** @description Identifies it among the others. */
            id: string;
            /**
             * Format: date-time
             * @description When it happened.
             */
            time: string;
            /**
             * @description `configured`: other choices; `paused`, `resumed`: somebody had reads rest, or go on; `deployed`: the integration has a new revision; `operation`: something ran; `event`: you were told of something, such as a pause or a new connection.
             * @enum {string}
             */
            kind: "installed" | "configured" | "paused" | "resumed" | "deployed" | "operation" | "event";
            /** @description Who did it, as far as that is known. */
            by?: string;
            /** @description What is different, of `configured` and `deployed`; at most 100 places. */
            changes?: components["schemas"]["RevisionChange"][];
            /**
             * @description The new revision, of `deployed`.
             * @example rev_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            revisionId?: string;
            /**
             * @description The earlier revision that the new one rolls back to, where it does.
             * @example rev_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            restores?: string;
            /**
             * @description What ran, of `operation`.
             * @example op_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            operationId?: string;
            /**
             * @description The same: `read`, `write` or `customFields`.
             * @example read
             */
            actionType?: string;
            /**
             * @description The object that it is about, where it is of one.
             * @example Contact
             */
            objectName?: string;
            /** @description How what ran stands. */
            status?: string;
            /** @description How many records it has handled. */
            records?: number;
            /**
             * @description What you were told, of `event`.
             * @example evt_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            eventId?: string;
            /** @description The event that was told, by its type; missing for what is no event. */
            eventType?: string;
            /** @description What is to say of it, in a sentence. */
            detail?: string;
        };
        /** @description Where events of several types come together. */
        Topic: {
            /**
             * @description Identifies it. Opaque; records of one kind sort by it as they were created.
             * @example top_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            id: string;
            /**
             * @description What people call it; unique in the project.
             * @example lifecycle
             */
            name: string;
            /**
             * @description The project that it belongs to, by its ID.
             * @example proj_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            projectId: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createTime: string;
            /**
             * Format: date-time
             * @description When it was last changed; missing until then.
             */
            updateTime?: string;
        };
        /** @description Sends a topic’s messages to a destination. */
        TopicDestinationRoute: {
            /**
             * @description Identifies it. Opaque; records of one kind sort by it as they were created.
             * @example tdr_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            id: string;
            /**
             * @description The topic whose messages are delivered.
             * @example top_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            topicId: string;
            /**
             * @description Where they are delivered.
             * @example dest_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            destinationId: string;
            /**
             * @description The project that it belongs to, by its ID.
             * @example proj_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            projectId: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createTime: string;
        };
        /** @description Fields that a group’s account shall have. */
        UpsertMetadataRequest: {
            /**
             * @description Your own reference to a customer: a company, team or workspace.
             * @example customer-7
             */
            groupRef: string;
            /** @description By object, the fields it shall have. */
            fields: {
                [key: string]: components["schemas"]["FieldDefinition"][];
            };
        };
        /** @description What became of every field. */
        UpsertMetadataResponse: {
            /** @description Whether every field is now as asked. */
            success: boolean;
            /** @description What became of each field, by object and then by field. */
            fields: {
                [key: string]: {
                    [key: string]: components["schemas"]["FieldUpsertResult"];
                };
            };
            /**
             * @description The operation that did it, with its log; an installation’s only.
             * @example op_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            operationId?: string;
        };
        /** @description What was sent about a customer in a month. */
        Usage: {
            /**
             * @description The month, in UTC.
             * @example 2026-11
             */
            month: string;
            /**
             * @description The customer.
             * @example customer-7
             */
            groupRef: string;
            /**
             * @description The customer’s name, as it was last.
             * @example Globex
             */
            groupName: string;
            /** @description Messages about the customer that a destination took, each time that it did. */
            messagesDelivered: number;
            /** @description Records that those carried. */
            recordsDelivered: number;
            /** @description Messages about the customer that were given up. */
            messagesFailed: number;
        };
        /** @description Headers to send, by name; values may hold no line breaks. */
        WebhookHeaders: {
            [key: string]: string;
        };
        /** @description Settings of a webhook. */
        WebhookMetadata: {
            /**
             * @description Where webhooks are sent: `https`, but in development.
             * @example https://acme.example/webhooks
             */
            url: string;
            /** @description Headers to send with each webhook. Their values are stored sealed. */
            headers?: components["schemas"]["WebhookHeaders"];
            /** @description Whether to add `v1a` signatures, which the public key verifies. */
            ed25519?: boolean;
        };
        /** @description A relation to a record that exists. */
        WriteAssociation: {
            /** @description The other end. */
            to: {
                /** @description The record to relate to. */
                id: string;
                /**
                 * @description Its object, where the provider does not find out by itself.
                 * @example Contact
                 */
                objectName?: string;
            };
            /** @description The labels of the relation, where the provider has them. */
            types?: {
                /** @description Whose label it is, such as `HUBSPOT_DEFINED`. */
                associationCategory: string;
                /** @description The provider’s number of the label. */
                associationTypeId: number;
            }[];
            /**
             * @description The field that holds the relation, where relations are fields.
             * @example LastName
             */
            fieldName?: string;
        };
        /** @description How one object is written for a customer. */
        WriteConfigObject: {
            /**
             * @description What the provider calls the object, such as `Contact`.
             * @example Contact
             */
            objectName: string;
            /** @description Whether records may be deleted; not without it. */
            deletionSettings?: {
                /** @description `true` lets `delete` writes through. */
                enabled: boolean;
            };
            /** @description By field: what is written where a record has no value for it. */
            selectedValueDefaults?: {
                [key: string]: {
                    /** @description What is written. */
                    value: string | number | boolean;
                    /**
                     * @description `always` applies it to updates as well, not only where a record is created.
                     * @enum {string}
                     */
                    applyOnUpdate?: "always" | "never";
                };
            };
            /** @description By field: when it is written, and its default. */
            selectedFieldSettings?: {
                [key: string]: {
                    /** @description What is written where a record has no value for the field. Give one of the three. */
                    default?: {
                        /** @description For a field of text. */
                        stringValue?: string;
                        /** @description For a field of whole numbers. */
                        integerValue?: number;
                        /** @description For a field that is true or false. */
                        booleanValue?: boolean;
                    };
                    /**
                     * @description `never` leaves the field out when a record is created.
                     * @enum {string}
                     */
                    writeOnCreate?: "always" | "never";
                    /**
                     * @description `never` leaves the field out when a record is updated; `ifEmpty` does where the record has a value.
                     * @enum {string}
                     */
                    writeOnUpdate?: "always" | "never" | "ifEmpty";
                };
            };
        };
        /** @description What became of a write. */
        WriteReply: {
            /**
             * @description The write, whose log can be asked for.
             * @example op_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            operationId: string;
            /** @description What became of a single record. */
            result?: components["schemas"]["WriteResult"];
            /** @description Of a batch: how many records were written. */
            successCount?: number;
            /** @description Of a batch: how many were not. */
            failureCount?: number;
            /** @description Of a batch, in the order of the records. */
            results?: components["schemas"]["WriteResult"][];
            /** @description Why records were not written. */
            errors?: {
                /** @description What happened, in a sentence that names the record. */
                message: string;
            }[];
            /** @description What was done otherwise than asked. */
            warnings?: {
                /** @description What happened, in a sentence that names the record. */
                message: string;
            }[];
        };
        /** @description What to write, and how. */
        WriteRequest: {
            /**
             * @description Your own reference to a customer: a company, team or workspace.
             * @example customer-7
             */
            groupRef: string;
            /**
             * @description What to do with the records.
             * @enum {string}
             */
            type: "create" | "update" | "delete";
            /**
             * @description Whether to wait for the outcome, or to be told by `write.async.done`.
             * @default synchronous
             * @enum {string}
             */
            mode?: "synchronous" | "asynchronous";
            /**
             * @description Values by field: the builder’s names where the object inherits its mapping, else the provider’s. `id` names the record to update or delete.
             * @example {
             *       "LastName": "Ivanova",
             *       "Email": "sofia@globex.example"
             *     }
             */
            record?: {
                [key: string]: unknown;
            };
            /** @description Several records in place of one. */
            batch?: {
                /**
                 * @description Values by field: the builder’s names where the object inherits its mapping, else the provider’s. `id` names the record to update or delete.
                 * @example {
                 *       "LastName": "Ivanova",
                 *       "Email": "sofia@globex.example"
                 *     }
                 */
                record: {
                    [key: string]: unknown;
                };
                /** @description Existing records to relate it to. */
                associations?: components["schemas"]["WriteAssociation"][];
            }[];
            /** @description What becomes of a batch where some records are refused. */
            batchPolicy?: {
                /**
                 * @description Whether either all records are written or none.
                 * @default false
                 */
                allOrNone?: boolean;
            };
            /** @description Existing records to relate it to. */
            associations?: components["schemas"]["WriteAssociation"][];
            /** @description Further headers for the provider, such as those that switch off duplicate rules. */
            headers?: {
                /** @description The name of the header. */
                key: string;
                /** @description What the header says. */
                value: string;
            }[];
            /** @description How long an asynchronous write goes on. */
            retryPolicy?: {
                /**
                 * @description For how long it is tried again while the provider is away.
                 * @default 1
                 */
                deadlineHours?: number;
            };
            /** @description Of an asynchronous write: gathers it with others into one call of the provider. */
            autoBatchPolicy?: {
                /** @description For how long it may wait for others like it. */
                maxDelayMinutes: number;
                /**
                 * @description For how long it is tried again while the provider is away.
                 * @default 1
                 */
                retryDeadlineHours?: number;
            };
        };
        /** @description What became of one record. */
        WriteResult: {
            /** @description Whether it was written. */
            success: boolean;
            /** @description The record’s ID at the provider. */
            recordId?: string;
            /** @description The record as the provider answers it, when it does. */
            data?: {
                [key: string]: unknown;
            };
        };
    };
    responses: {
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
                /** @description Which credential is wanted. */
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
                /** @description Which credential is wanted. */
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
                /** @description Which credential is wanted. */
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
        /** @description `deletion-not-enabled`: The installation does not allow deleting records. `permission-missing`: The credential lacks the required permission. */
        "deletion-not-enabled.permission-missing": {
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
        /** @description `destination-name-taken`: The destination name is taken. */
        "destination-name-taken": {
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
        /** @description `frontend-keys-off`: The project does not accept frontend API keys. `origin-not-allowed`: The credential cannot be used from this origin. */
        "frontend-keys-off.origin-not-allowed": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `frontend-keys-off`: The project does not accept frontend API keys. `origin-not-allowed`: The credential cannot be used from this origin. `permission-missing`: The credential lacks the required permission. */
        "frontend-keys-off.origin-not-allowed.permission-missing": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `frontend-keys-off`: The project does not accept frontend API keys. `permission-missing`: The credential lacks the required permission. */
        "frontend-keys-off.permission-missing": {
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
        /** @description `invalid-input`: The request is invalid. `malformed-json`: The body is not valid JSON. `malformed-request`: The request is not valid HTTP. `object-not-installed`: The installation does not read the object. */
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
        /** @description `permission-missing`: The credential lacks the required permission. `provider-permission-missing`: The connected user lacks a permission at the provider. `sign-in-again`: The provider no longer accepts the connection’s credentials. */
        "permission-missing.provider-permission-missing.sign-in-again": {
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
                /** @description In how many seconds to try again. */
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
                /** @description In how many seconds to try again. */
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
        /** @description The same key and body replay the first reply for a day, or longer where `PLATFORM_KEEP_REPLIES` says so. */
        IdempotencyKey: string;
        /** @description The `ETag` of what you have: 304 without a body while it is the same. */
        IfNoneMatch: string;
        /** @description The `ETag` of the record as it was read; 412 when it has changed since. */
        IfMatch: string;
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
                /** @description `true` for keys that are accepted, `false` for others; all without it. */
                active?: boolean;
                /** @description How many items a page has at most; the last one has fewer. */
                pageSize?: number;
                /** @description Where the page begins: opaque, from the `Link` header of the page before. The first page without it. */
                pageToken?: string;
            };
            header?: never;
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The next page, `rel="next"`. */
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
    createApiKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body replay the first reply for a day, or longer where `PLATFORM_KEEP_REPLIES` says so. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The project, by its ID or its name. */
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
                     * @description What people call it, such as where it is used.
                     * @example Production
                     */
                    label: string;
                    /**
                     * @description One scope: `full` for servers; `frontend` for what the UI library needs.
                     * @default [
                     *       "full"
                     *     ]
                     */
                    scopes?: ("full" | "frontend")[];
                    /**
                     * @description Of a key of scope `frontend`: the only origins whose pages may use it, each with scheme, host and port as browsers tell it. `https://*.example.com` stands for its subdomains of one label. Empty for those of the project.
                     * @default []
                     */
                    allowedOrigins?: string[];
                    /**
                     * Format: date-time
                     * @description From when it is refused; never without it.
                     */
                    expireTime?: string;
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    /** @description The version of the record, for `If-Match` and `If-None-Match`. */
                    ETag?: string;
                    /** @description Where the record is. */
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
            403: components["responses"]["frontend-keys-off.permission-missing"];
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
                /** @description The `ETag` of what you have: 304 without a body while it is the same. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
                /** @description The ID of the key, never the key itself. */
                apiKey: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match` and `If-None-Match`. */
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
            /** @description It is still what `If-None-Match` names. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
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
                /** @description The `ETag` of the record as it was read; 412 when it has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
                /** @description The ID of the key, never the key itself. */
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
            403: components["responses"]["permission-missing"];
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
                /** @description The `ETag` of the record as it was read; 412 when it has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
                /** @description The ID of the key, never the key itself. */
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
                    /** @description The fields to change, as dot paths; `\.` and `\:` escape. Others that are sent are ignored. */
                    updateMask: string[];
                    /** @description The new values; only what the mask names counts. */
                    apiKey: {
                        /**
                         * @description What people call it, such as where it is used.
                         * @example Production
                         */
                        label?: string;
                        /** @description `false` refuses the key at once, everywhere. */
                        active?: boolean;
                        /** @description One scope; a key that changes it stays the same key. */
                        scopes?: ("full" | "frontend")[];
                        /** @description Of a key of scope `frontend`: the only origins whose pages may use it, each with scheme, host and port as browsers tell it. `https://*.example.com` stands for its subdomains of one label. Empty for those of the project. */
                        allowedOrigins?: string[];
                        /** @description From when it is refused; `null` for never. */
                        expireTime?: string | null;
                    };
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match` and `If-None-Match`. */
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
            403: components["responses"]["frontend-keys-off.permission-missing"];
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
    checkClaimedDomain: {
        parameters: {
            query: {
                /** @description The domain of the caller’s address, or one of their organizations’. */
                domain: string;
            };
            header?: {
                /** @description The `ETag` of what you have: 304 without a body while it is the same. */
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
                    /** @description The version of the record, for `If-Match` and `If-None-Match`. */
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
            /** @description It is still what `If-None-Match` names. */
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
                /** @description The same key and body replay the first reply for a day, or longer where `PLATFORM_KEEP_REPLIES` says so. */
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
                     * @description What stands behind the `@` of addresses; of an address or URL, its domain counts.
                     * @example acme.example
                     */
                    domain: string;
                    /**
                     * @description The organization that claims it; the caller must be its owner.
                     * @example org_01jz5q0f8kf3bvw9s2m6t4x7ra
                     */
                    parentId: string;
                    /**
                     * @description Always an organization.
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
                    /** @description The version of the record, for `If-Match` and `If-None-Match`. */
                    ETag?: string;
                    /** @description Where the record is. */
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
                /** @description How many items a page has at most; the last one has fewer. */
                pageSize?: number;
                /** @description Where the page begins: opaque, from the `Link` header of the page before. The first page without it. */
                pageToken?: string;
            };
            header?: never;
            path: {
                /** @description The organization, by its ID. */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The next page, `rel="next"`. */
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
    customAuthConnect: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body replay the first reply for a day, or longer where `PLATFORM_KEEP_REPLIES` says so. */
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
                    /** @description The version of the record, for `If-Match` and `If-None-Match`. */
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
            403: components["responses"]["frontend-keys-off.origin-not-allowed.permission-missing"];
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
                /** @description The same key and body replay the first reply for a day, or longer where `PLATFORM_KEEP_REPLIES` says so. */
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
                     * @description The project whose provider app is used, by its ID or its name.
                     * @example acme-crm
                     */
                    projectIdOrName: string;
                    /**
                     * @description The provider to connect, by its name in the catalogue.
                     * @example salesforce
                     */
                    provider: string;
                    /**
                     * @description Your own reference to a customer: a company, team or workspace.
                     * @example customer-7
                     */
                    groupRef: string;
                    /**
                     * @description The customer’s name, for people to read; stays as it was when left out.
                     * @example Globex
                     */
                    groupName?: string;
                    /**
                     * @description Your own reference to an end user.
                     * @example user-42
                     */
                    consumerRef: string;
                    /**
                     * @description The end user’s name, for people to read; stays as it was when left out.
                     * @example Hank Scorpio
                     */
                    consumerName?: string;
                    /**
                     * @description The customer’s workspace at the provider, such as the subdomain in its URLs; needed where the catalogue says `explicitWorkspaceRequired`.
                     * @example globex
                     */
                    providerWorkspaceRef?: string;
                    /** @description Values of the catalogue’s `metadata.input`, by name. */
                    providerMetadata?: components["schemas"]["ProviderMetadata"];
                    /**
                     * @description The provider app to sign in by; the project’s default one for the provider without it.
                     * @example papp_01jz5q0f8kf3bvw9s2m6t4x7ra
                     */
                    providerAppId?: string;
                    /** @description Accepted for existing clients, and always so: the flow belongs to the browser that began it. */
                    enableCSRFProtection?: boolean;
                    /** @description Whether the end user may sign in to another account than the connected one. What was read is then read anew. */
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
            403: components["responses"]["frontend-keys-off.origin-not-allowed.permission-missing"];
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
                /** @description The `ETag` of what you have: 304 without a body while it is the same. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
                /** @description The connect session, as the `X-Connect-Session` header named it. */
                connectSessionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match` and `If-None-Match`. */
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
                     *       "createTime": "2026-01-15T09:30:00Z",
                     *       "expireTime": "2026-01-15T09:30:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["ConnectSession"];
                };
            };
            /** @description It is still what `If-None-Match` names. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["frontend-keys-off.origin-not-allowed"];
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
                /** @description Only connections to this provider, by its name in the catalogue. */
                provider?: string;
                /** @description Only connections of this customer; a key of scope `frontend` must name it. */
                groupRef?: string;
                /** @description Only connections that this end user made. */
                consumerRef?: string;
                /** @description How many items a page has at most; the last one has fewer. */
                pageSize?: number;
                /** @description Where the page begins: opaque, from the `Link` header of the page before. The first page without it. */
                pageToken?: string;
            };
            header?: never;
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The next page, `rel="next"`. */
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
            403: components["responses"]["frontend-keys-off.origin-not-allowed.permission-missing"];
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
                /** @description Only what belongs to this customer; a key of scope `frontend` must name it. */
                groupRef?: string;
                /** @description Whether the reply tells tokens and keys. */
                includeCreds?: boolean;
                /** @description Whether it tells the refresh token as well; of no effect without `includeCreds`. */
                includeRefreshToken?: boolean;
                /** @description Refreshes the access token first: `force` always, `ifExpired` only when it has ended. */
                refresh?: "force" | "ifExpired";
            };
            header?: {
                /** @description The `ETag` of what you have: 304 without a body while it is the same. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
                /** @description The connection, by its ID. */
                connectionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match` and `If-None-Match`. */
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
            /** @description It is still what `If-None-Match` names. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["frontend-keys-off.origin-not-allowed.permission-missing"];
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
                /** @description Only what belongs to this customer; a key of scope `frontend` must name it. */
                groupRef?: string;
            };
            header?: {
                /** @description The `ETag` of the record as it was read; 412 when it has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
                /** @description The connection, by its ID. */
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
            403: components["responses"]["frontend-keys-off.origin-not-allowed.permission-missing"];
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
                /** @description Only what belongs to this customer; a key of scope `frontend` must name it. */
                groupRef?: string;
            };
            header?: {
                /** @description The `ETag` of the record as it was read; 412 when it has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
                /** @description The connection, by its ID. */
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
                    /** @description The fields to change, as dot paths; `\.` and `\:` escape. Others that are sent are ignored. */
                    updateMask: ("providerWorkspaceRef" | "providerMetadata" | "apiKey" | "customAuth" | "basicAuth" | "oauth2ClientCredentials" | "oauth2PasswordCredentials" | "oauth2AuthorizationCode")[];
                    /** @description The new values. Whose connection it is stays. */
                    connection: {
                        /**
                         * @description The provider’s name in the catalogue, such as `salesforce`.
                         * @example salesforce
                         */
                        provider?: string;
                        /**
                         * @description Your own reference to a customer: a company, team or workspace.
                         * @example customer-7
                         */
                        groupRef?: string;
                        /**
                         * @description The customer’s name, for people to read; stays as it was when left out.
                         * @example Globex
                         */
                        groupName?: string;
                        /**
                         * @description Your own reference to an end user.
                         * @example user-42
                         */
                        consumerRef?: string;
                        /**
                         * @description The end user’s name, for people to read; stays as it was when left out.
                         * @example Hank Scorpio
                         */
                        consumerName?: string;
                        /**
                         * @description The customer’s workspace at the provider, such as the subdomain in its URLs; needed where the catalogue’s URLs hold `{{workspace}}`.
                         * @example globex
                         */
                        providerWorkspaceRef?: string;
                        /** @description Values of the catalogue’s `metadata.input`, by name. */
                        providerMetadata?: components["schemas"]["ProviderMetadata"];
                        /** @description The API key that the customer has from the provider. Give exactly one kind of credentials. */
                        apiKey?: string;
                        /** @description For a provider with a scheme of its own: a value for each of the catalogue’s `inputs`, by name. */
                        customAuth?: {
                            [key: string]: unknown;
                        };
                        /** @description For HTTP Basic authentication. */
                        basicAuth?: {
                            /** @description As the provider’s documentation names it: often an email address. */
                            username: string;
                            /** @description Sealed when it is stored, and never in a reply. */
                            password: string;
                        };
                        /** @description For a provider that gives each customer an OAuth client; tokens are obtained with it. */
                        oauth2ClientCredentials?: {
                            /**
                             * @description The client ID that the customer has from the provider.
                             * @example 3MVG9acmeClient
                             */
                            clientId: string;
                            /**
                             * @description The customer’s client secret. Sealed when it is stored, and never in a reply.
                             * @example a-long-secret
                             */
                            clientSecret: string;
                            /** @description The scopes to ask for; the provider’s default without it. */
                            scopes?: string[];
                        };
                        /** @description For a provider that exchanges a user’s password for tokens. */
                        oauth2PasswordCredentials?: {
                            /** @description The name that the customer’s user signs in with. */
                            username: string;
                            /** @description The user’s password. Sealed when it is stored, and never in a reply. */
                            password: string;
                            /**
                             * @description The client ID that the customer has from the provider.
                             * @example 3MVG9acmeClient
                             */
                            clientId: string;
                            /**
                             * @description The customer’s client secret. Sealed when it is stored, and never in a reply.
                             * @example a-long-secret
                             */
                            clientSecret: string;
                            /** @description The scopes to ask for; the provider’s default without it. */
                            scopes?: string[];
                        };
                        /** @description Tokens imported from elsewhere. They are refreshed by the project’s provider app, which must be the one they were issued to. */
                        oauth2AuthorizationCode?: components["schemas"]["Oauth2AuthorizationCode"];
                    };
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match` and `If-None-Match`. */
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
            403: components["responses"]["frontend-keys-off.origin-not-allowed.permission-missing"];
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
                /** @description How many items a page has at most; the last one has fewer. */
                pageSize?: number;
                /** @description Where the page begins: opaque, from the `Link` header of the page before. The first page without it. */
                pageToken?: string;
            };
            header?: never;
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
                /** @description The connection, by its ID. */
                connectionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The next page, `rel="next"`. */
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
            403: components["responses"]["permission-missing"];
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
                /** @description The same key and body replay the first reply for a day, or longer where `PLATFORM_KEEP_REPLIES` says so. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
                /** @description The connection, by its ID. */
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
                    /** @description The file, or as much of it as is other than the catalogue says. */
                    entry: {
                        [key: string]: unknown;
                    };
                    /**
                     * @description The object to try, as the file names it.
                     * @example Contact
                     */
                    objectName: string;
                    /** @description The fields of a record that is created, read back, updated and deleted, as far as the file says how. */
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
                    /** @description The version of the record, for `If-Match` and `If-None-Match`. */
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
                     *           "outcome": "held",
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
            403: components["responses"]["permission-missing"];
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
                /** @description Only what belongs to this customer; a key of scope `frontend` must name it. */
                groupRef?: string;
                /** @description Whether the end user may sign in to another account than the connected one. What was read is then read anew. */
                changeAccount?: boolean;
                /** @description For how many hours the URL is good, for a link that you send to the end user; for 10 minutes without it. It is good once. Only for a builder or a key of scope `full`. */
                linkHours?: number;
            };
            header?: {
                /** @description The `ETag` of the record as it was read; 412 when it has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
                /** @description The connection, by its ID. */
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
            403: components["responses"]["frontend-keys-off.origin-not-allowed.permission-missing"];
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
    generateConnection: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body replay the first reply for a day, or longer where `PLATFORM_KEEP_REPLIES` says so. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The project, by its ID or its name. */
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
                    /** @description The version of the record, for `If-Match` and `If-None-Match`. */
                    ETag?: string;
                    /** @description Where the record is. */
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
            403: components["responses"]["frontend-keys-off.origin-not-allowed.permission-missing"];
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
                /** @description How many items a page has at most; the last one has fewer. */
                pageSize?: number;
                /** @description Where the page begins: opaque, from the `Link` header of the page before. The first page without it. */
                pageToken?: string;
                /** @description Only what is about this. */
                type?: components["schemas"]["MessageType"];
                /** @description Only what goes to this destination, by its ID. */
                destinationId?: string;
                /** @description Only what has deliveries that stand so; `failing` for both `retrying` and `failed`. */
                status?: "pending" | "retrying" | "held" | "delivered" | "failed" | "cancelled" | "failing";
                /** @description Only what is about this customer. */
                groupRef?: string;
                /** @description Only what is about this installation, while it is installed. */
                installationId?: string;
                /** @description Only what carries records of this operation. */
                operationId?: string;
                /** @description Only what happened at this time or later. */
                from?: string;
                /** @description Only what happened before this time. */
                to?: string;
                /** @description Only deliveries of this event. */
                eventId?: string;
            };
            header?: never;
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The next page, `rel="next"`. */
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
    getDelivery: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of what you have: 304 without a body while it is the same. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
                /** @description The delivery, by its ID. */
                deliveryId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match` and `If-None-Match`. */
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
            /** @description It is still what `If-None-Match` names. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
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
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
                /** @description The delivery, by its ID. */
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
            403: components["responses"]["permission-missing"];
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
                /** @description The same key and body replay the first reply for a day, or longer where `PLATFORM_KEEP_REPLIES` says so. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
                /** @description The delivery, by its ID. */
                deliveryId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Accepted. */
            202: {
                headers: {
                    /** @description The version of the record, for `If-Match` and `If-None-Match`. */
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
            403: components["responses"]["permission-missing"];
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
                /** @description The same key and body replay the first reply for a day, or longer where `PLATFORM_KEEP_REPLIES` says so. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The project, by its ID or its name. */
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
                    /** @description Only deliveries to this destination; to all without it. */
                    destinationId?: string;
                    /** @description Only deliveries of events of these types; of all without it. */
                    eventTypes?: components["schemas"]["MessageType"][];
                    /**
                     * @description Only deliveries that stand so; `failed` without it.
                     * @enum {string}
                     */
                    status?: "failed" | "delivered" | "cancelled";
                    /**
                     * Format: date-time
                     * @description Only what happened at this time or later.
                     */
                    from?: string;
                    /**
                     * Format: date-time
                     * @description Only what happened before this time.
                     */
                    to?: string;
                    /** @description How many to send in a second at most; spares the receiver. */
                    perSecond?: number;
                    /** @description Whether only to count: nothing is sent, and there is no `replay`. */
                    dryRun?: boolean;
                };
            };
        };
        responses: {
            /** @description Accepted. */
            202: {
                headers: {
                    /** @description The version of the record, for `If-Match` and `If-None-Match`. */
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
                        /** @description How many deliveries were chosen, or would be; counting ends at 10,000. */
                        count: number;
                        /** @description Whether there are more than were counted. */
                        hasMore: boolean;
                        /** @description What was started; its progress can be asked for. Missing with `dryRun`. */
                        replay?: components["schemas"]["Replay"];
                    };
                };
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
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
                /** @description Only what went to this destination. */
                destinationId?: string;
                /** @description Only what was about this installation; not together with a destination. */
                installationId?: string;
                /** @description From the hour of this time on; 24 hours without it. */
                from?: string;
                /** @description Until this time, at most 31 days later; until now without it. */
                to?: string;
            };
            header?: never;
            path: {
                /** @description The project, by its ID or its name. */
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
    testDestination: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body replay the first reply for a day, or longer where `PLATFORM_KEEP_REPLIES` says so. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
                /** @description The destination, by its ID or its name. It need not have a route. */
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
                    /** @description The type of the message that is made up. */
                    eventType?: components["schemas"]["NotificationEventType"];
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match` and `If-None-Match`. */
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
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Attempt"];
                };
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
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
                /** @description How many items a page has at most; the last one has fewer. */
                pageSize?: number;
                /** @description Where the page begins: opaque, from the `Link` header of the page before. The first page without it. */
                pageToken?: string;
                /** @description Only what is about this. */
                type?: components["schemas"]["MessageType"];
                /** @description Only what goes to this destination, by its ID. */
                destinationId?: string;
                /** @description Only what has deliveries that stand so; `failing` for both `retrying` and `failed`. */
                status?: "pending" | "retrying" | "held" | "delivered" | "failed" | "cancelled" | "failing";
                /** @description Only what is about this customer. */
                groupRef?: string;
                /** @description Only what is about this installation, while it is installed. */
                installationId?: string;
                /** @description Only what carries records of this operation. */
                operationId?: string;
                /** @description Only what happened at this time or later. */
                from?: string;
                /** @description Only what happened before this time. */
                to?: string;
            };
            header?: never;
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The next page, `rel="next"`. */
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
    getEvent: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of what you have: 304 without a body while it is the same. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
                /** @description The event, by its ID, which is also the message’s `webhook-id`. */
                eventId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match` and `If-None-Match`. */
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
                     *       "body": {}
                     *     }
                     */
                    "application/json": components["schemas"]["EventWithBody"];
                };
            };
            /** @description It is still what `If-None-Match` names. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
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
                /** @description How many items a page has at most; the last one has fewer. */
                pageSize?: number;
                /** @description Where the page begins: opaque, from the `Link` header of the page before. The first page without it. */
                pageToken?: string;
                /** @description Only replays that stand so. */
                status?: components["schemas"]["ReplayStatus"];
            };
            header?: never;
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The next page, `rel="next"`. */
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
    getReplay: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of what you have: 304 without a body while it is the same. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
                /** @description The replay, by its ID. */
                replayId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match` and `If-None-Match`. */
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
            /** @description It is still what `If-None-Match` names. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
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
                /** @description The same key and body replay the first reply for a day, or longer where `PLATFORM_KEEP_REPLIES` says so. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
                /** @description The replay, by its ID. What it has sent stays sent. */
                replayId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match` and `If-None-Match`. */
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
            403: components["responses"]["permission-missing"];
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
                /** @description How many items a page has at most; the last one has fewer. */
                pageSize?: number;
                /** @description Where the page begins: opaque, from the `Link` header of the page before. The first page without it. */
                pageToken?: string;
                /** @description Only of this customer. */
                groupRef?: string;
                /** @description Only this month, such as `2026-11`, and later ones. */
                from?: string;
                /** @description Only this month and earlier ones. */
                to?: string;
            };
            header?: never;
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The next page, `rel="next"`. */
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
    exportUsage: {
        parameters: {
            query?: {
                /** @description Only of this customer. */
                groupRef?: string;
                /** @description Only this month, such as `2026-11`, and later ones. */
                from?: string;
                /** @description Only this month and earlier ones. */
                to?: string;
            };
            header?: never;
            path: {
                /** @description The project, by its ID or its name. */
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
    listInstallationsForProject: {
        parameters: {
            query?: {
                /** @description Only installations of this customer; a key of scope `frontend` must name it. */
                groupRef?: string;
                /** @description How many items a page has at most; the last one has fewer. */
                pageSize?: number;
                /** @description Where the page begins: opaque, from the `Link` header of the page before. The first page without it. */
                pageToken?: string;
            };
            header?: never;
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The next page, `rel="next"`. */
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
            403: components["responses"]["frontend-keys-off.origin-not-allowed.permission-missing"];
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
                /** @description Only the installation of this customer; a key of scope `frontend` must name it. */
                groupRef?: string;
                /** @description How many items a page has at most; the last one has fewer. */
                pageSize?: number;
                /** @description Where the page begins: opaque, from the `Link` header of the page before. The first page without it. */
                pageToken?: string;
            };
            header?: never;
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
                /** @description The integration, by its ID or its name. */
                integrationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The next page, `rel="next"`. */
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
            403: components["responses"]["frontend-keys-off.origin-not-allowed.permission-missing"];
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
                /** @description Whether to save without reading one record of each object first, which finds fields that the provider does not know, and permissions that lack. */
                skipSampling?: boolean;
            };
            header?: {
                /** @description The same key and body replay the first reply for a day, or longer where `PLATFORM_KEEP_REPLIES` says so. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
                /** @description The integration, by its ID or its name. */
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
                     * @description Your own reference to a customer: a company, team or workspace.
                     * @example customer-7
                     */
                    groupRef: string;
                    /**
                     * @description What to reach the provider through; the customer’s own connection to it without it.
                     * @example conn_01jz5q0f8kf3bvw9s2m6t4x7ra
                     */
                    connectionId?: string;
                    /** @description What the end user chose. */
                    config: {
                        /**
                         * @description Accepted for existing clients; the latest revision always counts.
                         * @example rev_01jz5q0f8kf3bvw9s2m6t4x7ra
                         */
                        revisionId?: string;
                        /**
                         * @description Who installs it, in your words.
                         * @default api:create-installation
                         */
                        createdBy?: string;
                        /** @description The choices themselves. */
                        content: components["schemas"]["ConfigContent"];
                    };
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    /** @description The version of the record, for `If-Match` and `If-None-Match`. */
                    ETag?: string;
                    /** @description Where the record is. */
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
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Installation"];
                };
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["frontend-keys-off.origin-not-allowed.permission-missing"];
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
                /** @description Only what belongs to this customer; a key of scope `frontend` must name it. */
                groupRef?: string;
            };
            header?: {
                /** @description The `ETag` of what you have: 304 without a body while it is the same. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
                /** @description The integration, by its ID or its name. */
                integrationId: string;
                /** @description The installation, by its ID. */
                installationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match` and `If-None-Match`. */
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
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Installation"];
                };
            };
            /** @description It is still what `If-None-Match` names. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["frontend-keys-off.origin-not-allowed.permission-missing"];
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
                /** @description Only what belongs to this customer; a key of scope `frontend` must name it. */
                groupRef?: string;
            };
            header?: {
                /** @description The `ETag` of the record as it was read; 412 when it has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
                /** @description The integration, by its ID or its name. */
                integrationId: string;
                /** @description The installation, by its ID. */
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
            403: components["responses"]["frontend-keys-off.origin-not-allowed.permission-missing"];
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
                /** @description Only what belongs to this customer; a key of scope `frontend` must name it. */
                groupRef?: string;
                /** @description Whether to save without reading one record of each object first, which finds fields that the provider does not know, and permissions that lack. */
                skipSampling?: boolean;
            };
            header?: {
                /** @description The `ETag` of the record as it was read; 412 when it has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
                /** @description The integration, by its ID or its name. */
                integrationId: string;
                /** @description The installation, by its ID. */
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
                    /** @description The fields to change, as dot paths; `\.` and `\:` escape. Others that are sent are ignored. */
                    updateMask: string[];
                    /** @description The new values; only what the mask names counts. */
                    installation: {
                        /**
                         * @description Another connection of the same customer to the same provider.
                         * @example conn_01jz5q0f8kf3bvw9s2m6t4x7ra
                         */
                        connectionId?: string;
                        /** @description The new choices. */
                        config?: {
                            /**
                             * @description Accepted for existing clients; the latest revision always counts.
                             * @example rev_01jz5q0f8kf3bvw9s2m6t4x7ra
                             */
                            revisionId?: string;
                            /**
                             * @description Who changes it, in your words.
                             * @example api:create-installation
                             */
                            createdBy?: string;
                            /** @description The choices themselves; the mask says which parts. */
                            content?: {
                                /**
                                 * @description The provider’s name again, for clients that send it; the integration decides.
                                 * @example salesforce
                                 */
                                provider?: string;
                                /** @description Which objects are read, with which fields. */
                                read?: {
                                    /** @description The choices for each object; those that are not here are not read. */
                                    objects: {
                                        [key: string]: components["schemas"]["ReadConfigObject"];
                                    };
                                };
                                /** @description Which objects may be written, and with which defaults. */
                                write?: {
                                    /** @description The choices for each object, where there are any. */
                                    objects?: {
                                        [key: string]: components["schemas"]["WriteConfigObject"];
                                    };
                                };
                                /** @description Which changes are sent on. */
                                subscribe?: {
                                    /** @description The choices for each object. */
                                    objects: {
                                        [key: string]: components["schemas"]["SubscribeConfigObject"];
                                    };
                                };
                                /** @description Whether your server may call the provider as the customer. */
                                proxy?: {
                                    /** @description `false` refuses such calls although the manifest lets them through. */
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
                    /** @description The version of the record, for `If-Match` and `If-None-Match`. */
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
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Installation"];
                };
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["frontend-keys-off.origin-not-allowed.permission-missing"];
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
                /** @description How many items a page has at most; the last one has fewer. */
                pageSize?: number;
                /** @description Where the page begins: opaque, from the `Link` header of the page before. The first page without it. */
                pageToken?: string;
            };
            header?: never;
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
                /** @description The integration, by its ID or its name. */
                integrationId: string;
                /** @description The installation, by its ID. */
                installationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The next page, `rel="next"`. */
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
            403: components["responses"]["permission-missing"];
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
    patchObjectConfigContent: {
        parameters: {
            query?: {
                /** @description Whether to save without reading one record of each object first, which finds fields that the provider does not know, and permissions that lack. */
                skipSampling?: boolean;
            };
            header?: {
                /** @description The `ETag` of the record as it was read; 412 when it has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
                /** @description The integration, by its ID or its name. */
                integrationId: string;
                /** @description What the provider calls the object, such as `Contact`. */
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
                     * @description Whose installation: the customer, or `installationId`.
                     * @example customer-7
                     */
                    groupRef?: string;
                    /**
                     * @description Which installation, in place of `groupRef`.
                     * @example inst_01jz5q0f8kf3bvw9s2m6t4x7ra
                     */
                    installationId?: string;
                    /**
                     * @description Which choices: those of what is read, heard of or written.
                     * @enum {string}
                     */
                    action: "read" | "subscribe" | "write";
                    /** @description The changes, in their order. */
                    changes: components["schemas"]["JSONPatchOperation"][];
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match` and `If-None-Match`. */
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
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Installation"];
                };
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["frontend-keys-off.origin-not-allowed.permission-missing"];
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
                /** @description How many items a page has at most; the last one has fewer. */
                pageSize?: number;
                /** @description Where the page begins: opaque, from the `Link` header of the page before. The first page without it. */
                pageToken?: string;
                /** @description Whether definitions say of each object only its name, and where its changes go: for lists of many. */
                brief?: boolean;
            };
            header?: never;
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The next page, `rel="next"`. */
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
            403: components["responses"]["frontend-keys-off.origin-not-allowed"];
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
                /** @description The same key and body replay the first reply for a day, or longer where `PLATFORM_KEEP_REPLIES` says so. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The project, by its ID or its name. */
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
                    /** @description The name that the UI library and the API use; unique in the project. */
                    name: string;
                    /**
                     * @description The provider’s name in the catalogue, such as `salesforce`.
                     * @example salesforce
                     */
                    provider: string;
                    /** @description The first revision. */
                    latestRevision: {
                        /**
                         * @description The version of the format of `platform.yaml`.
                         * @example 1.0.0
                         */
                        specVersion: string;
                        /** @description What `platform.yaml` would declare of it. */
                        content: components["schemas"]["ManifestIntegration"];
                    };
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    /** @description The version of the record, for `If-Match` and `If-None-Match`. */
                    ETag?: string;
                    /** @description Where the record is. */
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
            403: components["responses"]["permission-missing"];
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
                /** @description The `ETag` of what you have: 304 without a body while it is the same. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
                /** @description The integration, by its ID or its name. */
                integrationIdOrName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match` and `If-None-Match`. */
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
            /** @description It is still what `If-None-Match` names. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["frontend-keys-off.origin-not-allowed"];
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
                /** @description Whether to delete it although it is in use: its installations are uninstalled. Refused otherwise, with who uses it. */
                force?: boolean;
            };
            header?: {
                /** @description The `ETag` of the record as it was read; 412 when it has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
                /** @description The integration, by its ID or its name. */
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
            403: components["responses"]["permission-missing"];
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
                /** @description The same key and body replay the first reply for a day, or longer where `PLATFORM_KEEP_REPLIES` says so. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
                /** @description The integration, by its ID or its name. */
                integrationId: string;
                /** @description The installation whose customer’s record is looked at. */
                installationId: string;
                /** @description What the provider calls the object, such as `Contact`. */
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
                    /** @description The text of `platform.yaml`; other integrations in it do not count. */
                    sourceYaml: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match` and `If-None-Match`. */
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
            403: components["responses"]["permission-missing"];
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
                /** @description How many items a page has at most; the last one has fewer. */
                pageSize?: number;
                /** @description Where the page begins: opaque, from the `Link` header of the page before. The first page without it. */
                pageToken?: string;
            };
            header?: never;
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
                /** @description The integration, by its ID or its name. */
                integrationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The next page, `rel="next"`. */
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
                    "application/json": components["schemas"]["Revision"][];
                };
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
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
                /** @description Whether objects that are no longer declared are paused where they are installed; they are read on otherwise. */
                destructive?: boolean;
            };
            header?: {
                /** @description The same key and body replay the first reply for a day, or longer where `PLATFORM_KEEP_REPLIES` says so. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
                /** @description The integration, by its ID or its name. */
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
                    /** @description The text of `platform.yaml`; other integrations in it do not count. */
                    sourceYaml: string;
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    /** @description The version of the record, for `If-Match` and `If-None-Match`. */
                    ETag?: string;
                    /** @description Where the record is. */
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
            403: components["responses"]["permission-missing"];
            404: components["responses"]["integration-not-found.project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            409: components["responses"]["idempotency-key-in-use.limit-reached"];
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
                /** @description The revision to compare with; the latest one without it. */
                with?: string;
            };
            header?: {
                /** @description The `ETag` of what you have: 304 without a body while it is the same. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
                /** @description The integration, by its ID or its name. */
                integrationId: string;
                /** @description The revision to look at. */
                revisionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match` and `If-None-Match`. */
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
                        /** @description Where the two differ, key by key; none where they say the same. */
                        changes: components["schemas"]["RevisionChange"][];
                    };
                };
            };
            /** @description It is still what `If-None-Match` names. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
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
                /** @description The connection whose account tells objects and fields. */
                connectionId: string;
            };
            header?: {
                /** @description The `ETag` of what you have: 304 without a body while it is the same. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
                /** @description The integration, by its ID or its name. */
                integrationId: string;
                /** @description The revision to complete. */
                revisionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match` and `If-None-Match`. */
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
            /** @description It is still what `If-None-Match` names. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["frontend-keys-off.origin-not-allowed"];
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
                /** @description Whether objects that are no longer declared are paused where they are installed; they are read on otherwise. */
                destructive?: boolean;
            };
            header?: {
                /** @description The same key and body replay the first reply for a day, or longer where `PLATFORM_KEEP_REPLIES` says so. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
                /** @description The integration, by its ID or its name. */
                integrationId: string;
                /** @description The revision to go back to. */
                revisionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match` and `If-None-Match`. */
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
            403: components["responses"]["permission-missing"];
            404: components["responses"]["integration-not-found.project-not-found.revision-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            409: components["responses"]["idempotency-key-in-use.limit-reached"];
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
                /** @description Whether objects that are no longer declared are paused where they are installed; they are read on otherwise. */
                destructive?: boolean;
                /** @description Whether to change nothing, and answer what would change. */
                validateOnly?: boolean;
            };
            header?: {
                /** @description The same key and body replay the first reply for a day, or longer where `PLATFORM_KEEP_REPLIES` says so. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The project, by its ID or its name. */
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
                    /** @description The text of `platform.yaml`. */
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
            403: components["responses"]["permission-missing"];
            404: components["responses"]["project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            409: components["responses"]["idempotency-key-in-use.limit-reached"];
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
                /** @description The same key and body replay the first reply for a day, or longer where `PLATFORM_KEEP_REPLIES` says so. */
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
                     * @description The caller’s own, verified address.
                     */
                    invitedEmail: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match` and `If-None-Match`. */
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
                /** @description How many items a page has at most; the last one has fewer. */
                pageSize?: number;
                /** @description Where the page begins: opaque, from the `Link` header of the page before. The first page without it. */
                pageToken?: string;
            };
            header?: never;
            path: {
                /** @description The organization, by its ID. */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The next page, `rel="next"`. */
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
                /** @description The same key and body replay the first reply for a day, or longer where `PLATFORM_KEEP_REPLIES` says so. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The organization, by its ID. */
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
                     * @description Where the invite goes; only somebody with this verified address may accept it.
                     */
                    email: string;
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    /** @description The version of the record, for `If-Match` and `If-None-Match`. */
                    ETag?: string;
                    /** @description Where the record is. */
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
                /** @description The `ETag` of what you have: 304 without a body while it is the same. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The organization, by its ID. */
                orgId: string;
                /** @description The invite, by its ID. */
                inviteId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match` and `If-None-Match`. */
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
            /** @description It is still what `If-None-Match` names. */
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
                /** @description The `ETag` of the record as it was read; 412 when it has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The organization, by its ID. */
                orgId: string;
                /** @description The invite, by its ID. */
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
                /** @description Whether to list only keys that are active. */
                active?: boolean;
                /** @description How many items a page has at most; the last one has fewer. */
                pageSize?: number;
                /** @description Where the page begins: opaque, from the `Link` header of the page before. The first page without it. */
                pageToken?: string;
            };
            header?: never;
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The next page, `rel="next"`. */
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
    createJWTKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body replay the first reply for a day, or longer where `PLATFORM_KEEP_REPLIES` says so. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The project, by its ID or its name. */
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
                     * @description What people call it, such as where it is used.
                     * @example Production
                     */
                    label: string;
                    /**
                     * @description What tokens are signed with. No other algorithm is accepted for this key.
                     * @default RS256
                     * @enum {string}
                     */
                    algorithm?: "RS256" | "ES256" | "EdDSA";
                    /**
                     * @description The public key, as PEM.
                     * @example -----BEGIN PUBLIC KEY-----
                     *     MCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=
                     *     -----END PUBLIC KEY-----
                     */
                    publicKeyPem?: string;
                    /** @description The public key as a JWK, in place of PEM. */
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
                    /** @description The version of the record, for `If-Match` and `If-None-Match`. */
                    ETag?: string;
                    /** @description Where the record is. */
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
    getJWTKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of what you have: 304 without a body while it is the same. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
                /** @description The key, by its `kid`. */
                keyId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match` and `If-None-Match`. */
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
            /** @description It is still what `If-None-Match` names. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
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
                /** @description Whether to delete it although it is in use: tokens that it signed are refused at once. Refused otherwise, with who uses it. */
                force?: boolean;
            };
            header?: {
                /** @description The `ETag` of the record as it was read; 412 when it has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
                /** @description The key, by its `kid`. */
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
            403: components["responses"]["permission-missing"];
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
                /** @description The `ETag` of the record as it was read; 412 when it has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
                /** @description The key, by its `kid`. */
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
                    /** @description The fields to change, as dot paths; `\.` and `\:` escape. Others that are sent are ignored. */
                    updateMask: string[];
                    /** @description The new values; only what the mask names counts. */
                    jwtKey: {
                        /** @description `false` refuses every token that the key signed, at once. */
                        active?: boolean;
                        /**
                         * @description What people call it, such as where it is used.
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
                    /** @description The version of the record, for `If-Match` and `If-None-Match`. */
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
            403: components["responses"]["permission-missing"];
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
                /** @description How many items a page has at most; the last one has fewer. */
                pageSize?: number;
                /** @description Where the page begins: opaque, from the `Link` header of the page before. The first page without it. */
                pageToken?: string;
                /** @description Only the destination of exactly this name. */
                name?: string;
                /** @description Only destinations that lead there. */
                type?: components["schemas"]["DestinationType"];
                /** @description Only destinations that are enabled, or only others. */
                status?: components["schemas"]["DestinationStatus"];
            };
            header?: never;
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The next page, `rel="next"`. */
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
                     *           "held": 1
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
    createDestination: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body replay the first reply for a day, or longer where `PLATFORM_KEEP_REPLIES` says so. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The project, by its ID or its name. */
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
                    /** @description What `platform.yaml` calls it; unique in the project. */
                    name: string;
                    /** @description Whether it must take a made-up message before it is created. */
                    verify?: boolean;
                    /**
                     * @description Which messages wait for earlier ones; `record` costs some throughput.
                     * @default none
                     */
                    ordering?: components["schemas"]["DestinationOrdering"];
                    /**
                     * @description Where it leads; decides what `metadata` and `secrets` hold.
                     * @constant
                     */
                    type: "webhook";
                    /** @description How it is reached, and what it is sent. */
                    metadata: components["schemas"]["WebhookMetadata"];
                } | {
                    /** @description What `platform.yaml` calls it; unique in the project. */
                    name: string;
                    /** @description Whether it must take a made-up message before it is created. */
                    verify?: boolean;
                    /**
                     * @description Which messages wait for earlier ones; `record` costs some throughput.
                     * @default none
                     */
                    ordering?: components["schemas"]["DestinationOrdering"];
                    /**
                     * @description Where it leads; decides what `metadata` and `secrets` hold.
                     * @constant
                     */
                    type: "kinesis";
                    /** @description How it is reached, and what it is sent. */
                    metadata: components["schemas"]["KinesisMetadata"];
                    /** @description Sealed when they are stored, and never read again. */
                    secrets?: components["schemas"]["AwsCredentials"];
                } | {
                    /** @description What `platform.yaml` calls it; unique in the project. */
                    name: string;
                    /** @description Whether it must take a made-up message before it is created. */
                    verify?: boolean;
                    /**
                     * @description Which messages wait for earlier ones; `record` costs some throughput.
                     * @default none
                     */
                    ordering?: components["schemas"]["DestinationOrdering"];
                    /**
                     * @description Where it leads; decides what `metadata` and `secrets` hold.
                     * @constant
                     */
                    type: "s3";
                    /** @description How it is reached, and what it is sent. */
                    metadata: components["schemas"]["S3Metadata"];
                    /** @description Sealed when they are stored, and never read again. */
                    secrets?: components["schemas"]["AwsCredentials"];
                } | {
                    /** @description What `platform.yaml` calls it; unique in the project. */
                    name: string;
                    /** @description Whether it must take a made-up message before it is created. */
                    verify?: boolean;
                    /**
                     * @description Which messages wait for earlier ones; `record` costs some throughput.
                     * @default none
                     */
                    ordering?: components["schemas"]["DestinationOrdering"];
                    /**
                     * @description Where it leads; decides what `metadata` and `secrets` hold.
                     * @constant
                     */
                    type: "log";
                    /** @description How it is reached, and what it is sent. */
                    metadata: components["schemas"]["LogMetadata"];
                    /** @description Sealed when they are stored, and never read again. */
                    secrets?: components["schemas"]["LogCredentials"];
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    /** @description The version of the record, for `If-Match` and `If-None-Match`. */
                    ETag?: string;
                    /** @description Where the record is. */
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
                     *         "held": 1
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
            403: components["responses"]["permission-missing"];
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
                /** @description Whether the reply tells the signing keys of a webhook. */
                includeSecrets?: boolean;
                /** @description Whether to make a new signing key first; both sign for 24 hours. */
                rotate?: boolean;
            };
            header?: {
                /** @description The `ETag` of what you have: 304 without a body while it is the same. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
                /** @description The destination, by its ID or its name. */
                destination: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match` and `If-None-Match`. */
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
                     *         "held": 1
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
            /** @description It is still what `If-None-Match` names. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
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
                /** @description Whether to delete it although it is in use: what is read into it is paused, and deliveries that are pending are cancelled. Refused otherwise, with who uses it. */
                force?: boolean;
            };
            header?: {
                /** @description The `ETag` of the record as it was read; 412 when it has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
                /** @description The destination, by its ID or its name. */
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
            403: components["responses"]["permission-missing"];
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
            query?: never;
            header?: {
                /** @description The `ETag` of the record as it was read; 412 when it has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
                /** @description The destination, by its ID or its name. */
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
                    /** @description The fields to change, as dot paths; `\.` and `\:` escape. Others that are sent are ignored. */
                    updateMask: string[];
                    /** @description The new values; only what the mask names counts. */
                    destination: {
                        /** @description The new name. What `platform.yaml` calls it must follow. */
                        name?: string;
                        /** @description The new settings, as the type has them. */
                        metadata?: components["schemas"]["DestinationMetadata"];
                        /** @description The new credentials. Sealed when they are stored, and never read again. */
                        secrets?: components["schemas"]["DestinationCredentials"];
                        /** @description Which messages wait for earlier ones, of those that come from now on. */
                        ordering?: components["schemas"]["DestinationOrdering"];
                        /** @description `true` holds messages back; `false` sends what was held, oldest first. */
                        disabled?: boolean;
                    };
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match` and `If-None-Match`. */
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
                     *         "held": 1
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
            403: components["responses"]["permission-missing"];
            404: components["responses"]["destination-not-found.project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            409: components["responses"]["destination-name-taken"];
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
                /** @description How many items a page has at most; the last one has fewer. */
                pageSize?: number;
                /** @description Where the page begins: opaque, from the `Link` header of the page before. The first page without it. */
                pageToken?: string;
                /** @description Only routes to this topic. */
                topicId?: string;
                /** @description Only routes of this type. */
                eventType?: components["schemas"]["NotificationEventType"];
            };
            header?: never;
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The next page, `rel="next"`. */
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
    createEventTopicRoute: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body replay the first reply for a day, or longer where `PLATFORM_KEEP_REPLIES` says so. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The project, by its ID or its name. */
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
                     * @description The topic to send to.
                     * @example top_01jz5q0f8kf3bvw9s2m6t4x7ra
                     */
                    topicId: string;
                    /** @description What shall be sent there. */
                    eventType: components["schemas"]["NotificationEventType"];
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    /** @description The version of the record, for `If-Match` and `If-None-Match`. */
                    ETag?: string;
                    /** @description Where the record is. */
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
            403: components["responses"]["permission-missing"];
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
                /** @description The `ETag` of what you have: 304 without a body while it is the same. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
                /** @description The route, by its ID. */
                routeId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match` and `If-None-Match`. */
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
            /** @description It is still what `If-None-Match` names. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
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
                /** @description The `ETag` of the record as it was read; 412 when it has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
                /** @description The route, by its ID. */
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
            403: components["responses"]["permission-missing"];
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
                /** @description How many items a page has at most; the last one has fewer. */
                pageSize?: number;
                /** @description Where the page begins: opaque, from the `Link` header of the page before. The first page without it. */
                pageToken?: string;
                /** @description Only routes from this topic. */
                topicId?: string;
                /** @description Only routes to this destination. */
                destinationId?: string;
            };
            header?: never;
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The next page, `rel="next"`. */
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
    createTopicDestinationRoute: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body replay the first reply for a day, or longer where `PLATFORM_KEEP_REPLIES` says so. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The project, by its ID or its name. */
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
                     * @description The topic whose messages shall be delivered.
                     * @example top_01jz5q0f8kf3bvw9s2m6t4x7ra
                     */
                    topicId: string;
                    /** @description Where they shall be delivered. */
                    destinationId: string;
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    /** @description The version of the record, for `If-Match` and `If-None-Match`. */
                    ETag?: string;
                    /** @description Where the record is. */
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
            403: components["responses"]["permission-missing"];
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
                /** @description The `ETag` of what you have: 304 without a body while it is the same. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
                /** @description The route, by its ID. */
                routeId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match` and `If-None-Match`. */
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
            /** @description It is still what `If-None-Match` names. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
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
                /** @description The `ETag` of the record as it was read; 412 when it has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
                /** @description The route, by its ID. */
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
            403: components["responses"]["permission-missing"];
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
                /** @description How many items a page has at most; the last one has fewer. */
                pageSize?: number;
                /** @description Where the page begins: opaque, from the `Link` header of the page before. The first page without it. */
                pageToken?: string;
                /** @description Only the topic of exactly this name. */
                name?: string;
            };
            header?: never;
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The next page, `rel="next"`. */
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
    createTopic: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body replay the first reply for a day, or longer where `PLATFORM_KEEP_REPLIES` says so. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The project, by its ID or its name. */
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
                    /** @description What people call it; unique in the project. */
                    name: string;
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    /** @description The version of the record, for `If-Match` and `If-None-Match`. */
                    ETag?: string;
                    /** @description Where the record is. */
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
            403: components["responses"]["permission-missing"];
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
                /** @description The `ETag` of what you have: 304 without a body while it is the same. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
                /** @description The topic, by its ID. */
                topicId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match` and `If-None-Match`. */
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
            /** @description It is still what `If-None-Match` names. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
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
                /** @description Accepted for existing clients: a topic is deleted in any case. */
                force?: boolean;
            };
            header?: {
                /** @description The `ETag` of the record as it was read; 412 when it has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
                /** @description The topic, by its ID. */
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
            403: components["responses"]["permission-missing"];
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
                /** @description The `ETag` of the record as it was read; 412 when it has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
                /** @description The topic, by its ID. */
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
                    /** @description The new name; routes stay. */
                    name: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match` and `If-None-Match`. */
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
            403: components["responses"]["permission-missing"];
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
                /** @description How many items a page has at most; the last one has fewer. */
                pageSize?: number;
                /** @description Where the page begins: opaque, from the `Link` header of the page before. The first page without it. */
                pageToken?: string;
            };
            header?: never;
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
                /** @description The integration, by its ID or its name. */
                integrationId: string;
                /** @description The installation, by its ID. */
                installationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The next page, `rel="next"`. */
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
            403: components["responses"]["permission-missing"];
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
                /** @description Whether only to tell what would be done. */
                dryRun?: boolean;
            };
            header?: {
                /** @description The same key and body replay the first reply for a day, or longer where `PLATFORM_KEEP_REPLIES` says so. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
                /** @description The integration, by its ID or its name. */
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
                    /** @description The version of the record, for `If-Match` and `If-None-Match`. */
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
            403: components["responses"]["permission-missing.provider-permission-missing.sign-in-again"];
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
                /** @description Your own reference to a customer: a company, team or workspace. */
                groupRef: string;
                /** @description Leaves out fields that cannot be written. */
                excludeReadOnly?: boolean;
            };
            header?: {
                /** @description The `ETag` of what you have: 304 without a body while it is the same. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
                /** @description The integration, by its ID or its name. */
                integrationId: string;
                /** @description What the provider calls the object, such as `Contact`. */
                objectName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match` and `If-None-Match`. */
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
            /** @description It is still what `If-None-Match` names. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["frontend-keys-off.origin-not-allowed.permission-missing"];
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
                /** @description Your own reference to a customer: a company, team or workspace. */
                groupRef: string;
                /** @description The provider’s fields, at most 50, with commas between them. */
                fieldNames: string;
            };
            header?: {
                /** @description The `ETag` of what you have: 304 without a body while it is the same. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
                /** @description The integration, by its ID or its name. */
                integrationId: string;
                /** @description What the provider calls the object, such as `Contact`. */
                objectName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match` and `If-None-Match`. */
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
                        /** @description None where the object has no record yet. */
                        records: components["schemas"]["SampleRecord"][];
                    };
                };
            };
            /** @description It is still what `If-None-Match` names. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
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
                /** @description Whether only to tell what would be done. */
                dryRun?: boolean;
            };
            header?: {
                /** @description The same key and body replay the first reply for a day, or longer where `PLATFORM_KEEP_REPLIES` says so. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
                /** @description The provider’s name in the catalogue, such as `salesforce`. */
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
                    /** @description The version of the record, for `If-Match` and `If-None-Match`. */
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
            403: components["responses"]["permission-missing.provider-permission-missing.sign-in-again"];
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
                /** @description Your own reference to a customer: a company, team or workspace. */
                groupRef: string;
                /** @description Leaves out fields that cannot be written. */
                excludeReadOnly?: boolean;
            };
            header?: {
                /** @description The `ETag` of what you have: 304 without a body while it is the same. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
                /** @description The provider’s name in the catalogue, such as `salesforce`. */
                provider: string;
                /** @description What the provider calls the object, such as `Contact`. */
                objectName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match` and `If-None-Match`. */
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
            /** @description It is still what `If-None-Match` names. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["frontend-keys-off.origin-not-allowed.permission-missing"];
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
                /** @description Only what belongs to this customer; a key of scope `frontend` must name it. */
                groupRef?: string;
            };
            header?: {
                /** @description The `ETag` of what you have: 304 without a body while it is the same. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
                /** @description The integration, by its ID or its name. */
                integrationId: string;
                /** @description The installation, by its ID. */
                installationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match` and `If-None-Match`. */
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
            /** @description It is still what `If-None-Match` names. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["frontend-keys-off.origin-not-allowed.permission-missing"];
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
                /** @description Only what belongs to this customer; a key of scope `frontend` must name it. */
                groupRef?: string;
            };
            header?: {
                /** @description The `ETag` of what you have: 304 without a body while it is the same. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
                /** @description The integration, by its ID or its name. */
                integrationId: string;
                /** @description The installation, by its ID. */
                installationId: string;
                /** @description What the provider calls the object, such as `Contact`. */
                objectName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match` and `If-None-Match`. */
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
            /** @description It is still what `If-None-Match` names. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["frontend-keys-off.origin-not-allowed.permission-missing"];
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
                /** @description How many items a page has at most; the last one has fewer. */
                pageSize?: number;
                /** @description Where the page begins: opaque, from the `Link` header of the page before. The first page without it. */
                pageToken?: string;
            };
            header?: {
                /** @description The `ETag` of what you have: 304 without a body while it is the same. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
                /** @description The integration, by its ID or its name. */
                integrationId: string;
                /** @description The installation, by its ID. */
                installationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match` and `If-None-Match`. */
                    ETag?: string;
                    /** @description The next page, `rel="next"`. */
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
                        /** @description The operations of this page, newest first. */
                        results: components["schemas"]["Operation"][];
                        /** @description Whether there are more pages; the `Link` header tells it too. */
                        pagination: {
                            /** @description Whether this page is the last. */
                            done: boolean;
                            /**
                             * @description The `pageToken` of the next page; missing on the last.
                             * @example cDE6b3BfMDFqeg
                             */
                            nextPageToken?: string;
                        };
                    };
                };
            };
            /** @description It is still what `If-None-Match` names. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
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
                /** @description How many items a page has at most; the last one has fewer. */
                pageSize?: number;
                /** @description Where the page begins: opaque, from the `Link` header of the page before. The first page without it. */
                pageToken?: string;
                /** @description Only of this customer. */
                groupRef?: string;
                /** @description Only of this installation. */
                installationId?: string;
                /** @description Only what happened at this time or later. */
                from?: string;
                /** @description Only what happened before this time. */
                to?: string;
                /** @description Only of this operation. */
                operationId?: string;
                /** @description Only such lines. */
                severity?: "info" | "warning" | "error";
            };
            header?: never;
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The next page, `rel="next"`. */
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
    listOperationsForProject: {
        parameters: {
            query?: {
                /** @description How many items a page has at most; the last one has fewer. */
                pageSize?: number;
                /** @description Where the page begins: opaque, from the `Link` header of the page before. The first page without it. */
                pageToken?: string;
                /** @description Only of this customer. */
                groupRef?: string;
                /** @description Only of this installation. */
                installationId?: string;
                /** @description Only what happened at this time or later. */
                from?: string;
                /** @description Only what happened before this time. */
                to?: string;
                /** @description Only such: `read`, `write` or `customFields`. */
                actionType?: string;
                /** @description Only what stands so. */
                status?: "in_progress" | "success" | "failure" | "canceled";
            };
            header?: never;
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The next page, `rel="next"`. */
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
    getOperation: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of what you have: 304 without a body while it is the same. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
                /** @description The operation, by its ID. */
                operationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match` and `If-None-Match`. */
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
            /** @description It is still what `If-None-Match` names. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
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
                /** @description How many items a page has at most; the last one has fewer. */
                pageSize?: number;
                /** @description Where the page begins: opaque, from the `Link` header of the page before. The first page without it. */
                pageToken?: string;
            };
            header?: never;
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
                /** @description The operation, by its ID. */
                operationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The next page, `rel="next"`. */
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
            403: components["responses"]["permission-missing"];
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
                /** @description The same key and body replay the first reply for a day, or longer where `PLATFORM_KEEP_REPLIES` says so. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
                /** @description The read to cancel, by the ID of its operation. */
                operationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match` and `If-None-Match`. */
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
            403: components["responses"]["permission-missing"];
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
                /** @description The `ETag` of what you have: 304 without a body while it is the same. */
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
                    /** @description The version of the record, for `If-Match` and `If-None-Match`. */
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
            /** @description It is still what `If-None-Match` names. */
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
                /** @description The same key and body replay the first reply for a day, or longer where `PLATFORM_KEEP_REPLIES` says so. */
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
                     * @description What people call the organization.
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
                    /** @description The version of the record, for `If-Match` and `If-None-Match`. */
                    ETag?: string;
                    /** @description Where the record is. */
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
                /** @description The `ETag` of what you have: 304 without a body while it is the same. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The organization, by its ID. */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match` and `If-None-Match`. */
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
            /** @description It is still what `If-None-Match` names. */
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
                /** @description The `ETag` of the record as it was read; 412 when it has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The organization, by its ID. */
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
                    /** @description The fields to change, as dot paths; `\.` and `\:` escape. Others that are sent are ignored. */
                    updateMask: string[];
                    /** @description The new values; only what the mask names counts. */
                    org: {
                        /**
                         * @description What people call the organization.
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
                    /** @description The version of the record, for `If-Match` and `If-None-Match`. */
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
                /** @description Only changes by this ID: of a builder, a key or a consumer. */
                actor?: string;
                /** @description Only changes of this kind, such as `updateProject`. */
                action?: string;
                /** @description Only changes in this project. */
                projectId?: string;
                /** @description Only changes of what is at this path or below it. */
                target?: string;
                /** @description Only changes by this request, as its reply or a problem names it. */
                requestId?: string;
                /** @description Only what happened at this time or later. */
                from?: string;
                /** @description Only what happened before this time. */
                to?: string;
                /** @description Whether `before` and `after` hold only the short values that name what was changed, without lists and long texts: for lists of many. */
                brief?: boolean;
                /** @description How many items a page has at most; the last one has fewer. */
                pageSize?: number;
                /** @description Where the page begins: opaque, from the `Link` header of the page before. The first page without it. */
                pageToken?: string;
            };
            header?: never;
            path: {
                /** @description The organization, by its ID. */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The next page, `rel="next"`. */
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
                /** @description How many items a page has at most; the last one has fewer. */
                pageSize?: number;
                /** @description Where the page begins: opaque, from the `Link` header of the page before. The first page without it. */
                pageToken?: string;
            };
            header?: never;
            path: {
                /** @description The organization, by its ID. */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The next page, `rel="next"`. */
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
                /** @description The same key and body replay the first reply for a day, or longer where `PLATFORM_KEEP_REPLIES` says so. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The organization, by its ID. */
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
                     * @description Whom to add: the caller, or for an owner anybody.
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
                    /** @description The version of the record, for `If-Match` and `If-None-Match`. */
                    ETag?: string;
                    /** @description Where the record is. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "orgId": "org_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "builderId": "bld_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "role": "owner",
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
                /** @description The `ETag` of what you have: 304 without a body while it is the same. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The organization, by its ID. */
                orgId: string;
                /** @description The member, by the ID of the builder. */
                builderId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match` and `If-None-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "orgId": "org_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "builderId": "bld_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "role": "owner",
                     *       "createTime": "2026-01-15T09:30:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Membership"];
                };
            };
            /** @description It is still what `If-None-Match` names. */
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
                /** @description The `ETag` of the record as it was read; 412 when it has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The organization, by its ID. */
                orgId: string;
                /** @description The member, by the ID of the builder. */
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
                /** @description The `ETag` of the record as it was read; 412 when it has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The organization, by its ID. */
                orgId: string;
                /** @description The member, by the ID of the builder. */
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
                     * @description `owner` may do everything, `admin` changes projects, `member` reads and triggers.
                     * @enum {string}
                     */
                    role: "owner" | "admin" | "member";
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match` and `If-None-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "orgId": "org_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "builderId": "bld_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "role": "owner",
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
                /** @description How many items a page has at most; the last one has fewer. */
                pageSize?: number;
                /** @description Where the page begins: opaque, from the `Link` header of the page before. The first page without it. */
                pageToken?: string;
            };
            header?: never;
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The next page, `rel="next"`. */
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
    eraseConsumer: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the record as it was read; 412 when it has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
                /** @description Your own reference to the end user to erase. */
                consumerRef: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match` and `If-None-Match`. */
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
            403: components["responses"]["permission-missing"];
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
                /** @description How many items a page has at most; the last one has fewer. */
                pageSize?: number;
                /** @description Where the page begins: opaque, from the `Link` header of the page before. The first page without it. */
                pageToken?: string;
                /** @description Only those whose reference or name has this text in it, whatever its case. */
                search?: string;
            };
            header?: never;
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The next page, `rel="next"`. */
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
    eraseGroup: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the record as it was read; 412 when it has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
                /** @description Your own reference to the customer to erase. */
                groupRef: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match` and `If-None-Match`. */
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
            403: components["responses"]["permission-missing"];
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
                /** @description How many items a page has at most; the last one has fewer. */
                pageSize?: number;
                /** @description Where the page begins: opaque, from the `Link` header of the page before. The first page without it. */
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
                    /** @description The next page, `rel="next"`. */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "name": "name",
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
    createProject: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body replay the first reply for a day, or longer where `PLATFORM_KEEP_REPLIES` says so. */
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
                     * @description What end users see as the name of your product.
                     * @example Acme CRM
                     */
                    appName: string;
                    /**
                     * @description Addresses the project in URLs: letters, digits and dashes. Unique on the server, and stored in lower case.
                     * @example acme-crm
                     */
                    name: string;
                    /**
                     * @description The organization that shall own it; the caller must be its owner or admin.
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
                    /** @description The version of the record, for `If-Match` and `If-None-Match`. */
                    ETag?: string;
                    /** @description Where the record is. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "name": "name",
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
                /** @description Whether the reply tells `entitlements`. */
                includeEntitlements?: boolean;
            };
            header?: {
                /** @description The `ETag` of what you have: 304 without a body while it is the same. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match` and `If-None-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "name": "name",
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
            /** @description It is still what `If-None-Match` names. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["frontend-keys-off.origin-not-allowed"];
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
                /** @description Whether to uninstall what is still installed; refused otherwise. */
                force?: boolean;
            };
            header?: {
                /** @description The `ETag` of the record as it was read; 412 when it has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The project, by its ID or its name. */
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
                /** @description The `ETag` of the record as it was read; 412 when it has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The project, by its ID or its name. */
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
                    /** @description The fields to change, as dot paths; `\.` and `\:` escape. Others that are sent are ignored. */
                    updateMask: string[];
                    /** @description The new values; only what the mask names counts. */
                    project: {
                        /**
                         * @description What end users see as the name of your product.
                         * @example Acme CRM
                         */
                        appName?: string;
                        /**
                         * @description The new name in URLs. Links by the project’s ID keep working, those by its old name do not.
                         * @example acme-crm
                         */
                        name?: string;
                        /**
                         * @description Whether API keys of scope `frontend` are accepted. With `off` browsers need a JWT that your backend signs.
                         * @enum {string}
                         */
                        frontendKeys?: "allowed" | "off";
                        /** @description The origins of your product’s pages, each with scheme, host and port as browsers tell it. `https://*.example.com` stands for its subdomains of one label. Empty for any. */
                        allowedOrigins?: string[];
                    };
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match` and `If-None-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "name": "name",
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
            403: components["responses"]["permission-missing"];
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
    find: {
        parameters: {
            query: {
                /** @description An ID, the reference of a person, or part of a customer’s reference or name, or of the name of a destination or an integration. */
                text: string;
            };
            header?: never;
            path: {
                /** @description The project, by its ID or its name. */
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
    listProviderApps: {
        parameters: {
            query?: {
                /** @description How many items a page has at most; the last one has fewer. */
                pageSize?: number;
                /** @description Where the page begins: opaque, from the `Link` header of the page before. The first page without it. */
                pageToken?: string;
            };
            header?: never;
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The next page, `rel="next"`. */
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
    createProviderApp: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body replay the first reply for a day, or longer where `PLATFORM_KEEP_REPLIES` says so. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The project, by its ID or its name. */
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
                    /** @description Your own name for the app, to tell several of one provider apart. */
                    externalRef?: string;
                    /**
                     * @description The provider where you registered it, by its name in the catalogue.
                     * @example salesforce
                     */
                    provider: string;
                    /**
                     * @description The client ID that the provider gave when you registered the app there.
                     * @example 3MVG9acmeClient
                     */
                    clientId: string;
                    /**
                     * @description The secret that the provider gave with it. It is written and never read.
                     * @example a-long-secret
                     */
                    clientSecret: string;
                    /** @description What end users are asked to allow. Needed where the catalogue says `explicitScopesRequired`. */
                    scopes?: string[];
                    /** @description What else the catalogue’s `providerAppMetadata` asks for. */
                    metadata?: components["schemas"]["ProviderAppMetadata"];
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    /** @description The version of the record, for `If-Match` and `If-None-Match`. */
                    ETag?: string;
                    /** @description Where the record is. */
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
            403: components["responses"]["permission-missing"];
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
                /** @description The `ETag` of what you have: 304 without a body while it is the same. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
                /** @description The provider app, by its ID. */
                providerAppId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match` and `If-None-Match`. */
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
            /** @description It is still what `If-None-Match` names. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
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
                /** @description Whether to delete it although it is in use: its connections have bad credentials from then on. Refused otherwise, with who uses it. */
                force?: boolean;
            };
            header?: {
                /** @description The `ETag` of the record as it was read; 412 when it has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
                /** @description The provider app, by its ID. */
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
            403: components["responses"]["permission-missing"];
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
                /** @description The `ETag` of the record as it was read; 412 when it has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
                /** @description The provider app, by its ID. */
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
                    /** @description The fields to change, as dot paths; `\.` and `\:` escape. Others that are sent are ignored. */
                    updateMask: string[];
                    /** @description The new values; only what the mask names counts. */
                    providerApp: {
                        /** @description Your own name for the app, to tell several of one provider apart. */
                        externalRef?: string;
                        /**
                         * @description The provider where you registered it, by its name in the catalogue.
                         * @example salesforce
                         */
                        provider?: string;
                        /**
                         * @description The client ID that the provider gave when you registered the app there.
                         * @example 3MVG9acmeClient
                         */
                        clientId?: string;
                        /**
                         * @description The secret that the provider gave with it. It is written and never read.
                         * @example a-long-secret
                         */
                        clientSecret?: string;
                        /** @description What end users are asked to allow. Needed where the catalogue says `explicitScopesRequired`. */
                        scopes?: string[];
                        /** @description What else the catalogue’s `providerAppMetadata` asks for. */
                        metadata?: components["schemas"]["ProviderAppMetadata"];
                    };
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match` and `If-None-Match`. */
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
            403: components["responses"]["permission-missing"];
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
            403: components["responses"]["frontend-keys-off.origin-not-allowed"];
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
                /** @description The `ETag` of what you have: 304 without a body while it is the same. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The provider’s name in the catalogue, such as `salesforce`. */
                provider: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match` and `If-None-Match`. */
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
            /** @description It is still what `If-None-Match` names. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid"];
            403: components["responses"]["frontend-keys-off.origin-not-allowed"];
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
                /** @description The provider’s name in the catalogue, such as `salesforce`. */
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
            403: components["responses"]["frontend-keys-off.origin-not-allowed"];
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
                /** @description Only what belongs to this customer; a key of scope `frontend` must name it. */
                groupRef?: string;
            };
            header?: {
                /** @description The same key and body replay the first reply for a day, or longer where `PLATFORM_KEEP_REPLIES` says so. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
                /** @description The integration, by its ID or its name. */
                integrationId: string;
                /** @description The installation, by its ID. */
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
                    /** @description Which objects, by the provider’s names; every installed one without it. */
                    objects?: string[];
                    /** @description Why, for people; it is shown as the reason. */
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
            403: components["responses"]["frontend-keys-off.origin-not-allowed.permission-missing"];
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
                /** @description Only what belongs to this customer; a key of scope `frontend` must name it. */
                groupRef?: string;
            };
            header?: {
                /** @description The same key and body replay the first reply for a day, or longer where `PLATFORM_KEEP_REPLIES` says so. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
                /** @description The integration, by its ID or its name. */
                integrationId: string;
                /** @description The installation, by its ID. */
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
                    /** @description Which objects, by the provider’s names; every installed one without it. */
                    objects?: string[];
                    /** @description Why, for the audit log. */
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
            403: components["responses"]["frontend-keys-off.origin-not-allowed.permission-missing"];
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
                /** @description The same key and body replay the first reply for a day, or longer where `PLATFORM_KEEP_REPLIES` says so. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
                /** @description The integration, by its ID or its name. */
                integrationId: string;
                /** @description What the provider calls the object, such as `Contact`. */
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
                     * @description Your own reference to a customer: a company, team or workspace.
                     * @example customer-7
                     */
                    groupRef: string;
                    /**
                     * @description Always so: the reply names the operation, and results arrive at the destination.
                     * @default async
                     * @constant
                     */
                    mode?: "async";
                    /**
                     * Format: date-time
                     * @description Reads what changed at this time or later; everything without it.
                     * @example 2026-01-15T00:00:00Z
                     */
                    sinceTimestamp?: string;
                    /**
                     * Format: date-time
                     * @description Reads what changed before this time; up to now without it.
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
                    /** @description The version of the record, for `If-Match` and `If-None-Match`. */
                    ETag?: string;
                    /** @description Where the record is. */
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
                         * @description The read, whose progress and log can be asked for.
                         * @example op_01jz5q0f8kf3bvw9s2m6t4x7ra
                         */
                        operationId: string;
                    };
                };
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request.object-not-installed"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
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
                /** @description The same key and body replay the first reply for a day, or longer where `PLATFORM_KEEP_REPLIES` says so. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
                /** @description The integration, by its ID or its name. */
                integrationId: string;
                /** @description What the provider calls the object, such as `Contact`. */
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
                     * @description Your own reference to a customer: a company, team or workspace.
                     * @example customer-7
                     */
                    groupRef: string;
                    /** @description How many pages, the oldest first; `0` for all that are held. */
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
            403: components["responses"]["permission-missing"];
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
                /** @description Your own reference to a customer: a company, team or workspace. */
                groupRef: string;
            };
            header?: {
                /** @description The same key and body replay the first reply for a day, or longer where `PLATFORM_KEEP_REPLIES` says so. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
                /** @description The integration, by its ID or its name. */
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
                    /** @description The version of the record, for `If-Match` and `If-None-Match`. */
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
            403: components["responses"]["permission-missing"];
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
                /** @description The same key and body replay the first reply for a day, or longer where `PLATFORM_KEEP_REPLIES` says so. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
                /** @description The integration, by its ID or its name. */
                integrationId: string;
                /** @description What the provider calls the object, such as `Contact`. */
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
                    /** @description The version of the record, for `If-Match` and `If-None-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "operationId": "op_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "result": {
                     *         "success": true
                     *       },
                     *       "successCount": 1,
                     *       "failureCount": 1,
                     *       "results": [
                     *         {
                     *           "success": true
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
            403: components["responses"]["deletion-not-enabled.permission-missing"];
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
}
